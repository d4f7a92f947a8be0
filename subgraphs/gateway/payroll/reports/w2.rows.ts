import { plainRows } from "../../../../src/db/rows.ts";

/** Boxes of a wage statement, in cents. */
export interface W2Boxes {
  box1Cents: number;
  box2Cents: number;
  box3Cents: number;
  box4Cents: number;
  box5Cents: number;
  box6Cents: number;
  box12: { code: string; amountCents: number }[];
  /** Contributions to insurances of states. Statements of before 2026-11 have none. */
  box14?: { label: string; amountCents: number }[];
  /** Boxes 15 to 20 by state and locality. Statements of before 2026-11 have none; boxes 18 and 20 came a little later. */
  states?: W2StateBoxes[];
}

/** Boxes 15 to 20 of one line, in cents. */
export interface W2StateBoxes {
  state: string;
  box16Cents: number;
  box17Cents: number;
  box18Cents?: number;
  box19Cents: number;
  /** Box 20; null where no local tax was withheld. */
  locality?: string | null;
}

export interface W2Row {
  id: string;
  ownerId: string;
  employeeId: string;
  year: number;
  revision: number;
  boxes: W2Boxes;
  createdAt: string;
}

export const { findRows, insertAll } = plainRows<{ payroll_w2s: W2Row }>();
