import type { FilingCredit, FilingLine } from "../filings/filing.entity.ts";
import type { FilingKind } from "../filings/filing-states.ts";
import { taxFrom, weightIncreaseTax } from "./heavy-vehicle-tax.ts";

/** A vehicle on a return, before its tax is known. */
export type UntaxedLine = Omit<FilingLine, "amountCents">;

/** The line with its tax in cents: from the month of first use, or of the increase. A period without a table taxes nothing. */
export function taxLine(line: UntaxedLine, kind: FilingKind, month: string): FilingLine {
  const { category, logging, suspended, previousCategory } = line;
  if (suspended !== null || kind === "vin_correction") return { ...line, amountCents: 0 };
  const use = { category, logging, month };
  const tax =
    previousCategory === null
      ? taxFrom(use)
      : weightIncreaseTax({ category: previousCategory, logging }, use);
  return { ...line, amountCents: tax ?? 0 };
}

export interface ReturnTotals {
  /** Tax of the vehicles. */
  line2Cents: number;
  /** Tax of weight increases. */
  line3Cents: number;
  /** Credits. */
  line5Cents: number;
}

export function totalsOf(
  kind: FilingKind,
  lines: readonly FilingLine[],
  credits: readonly FilingCredit[],
): ReturnTotals {
  const tax = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const line5Cents = credits.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return kind === "weight_increase"
    ? { line2Cents: 0, line3Cents: tax, line5Cents }
    : { line2Cents: tax, line3Cents: 0, line5Cents };
}

/** Balance due in cents, never negative. */
export function balanceOf({ line2Cents, line3Cents, line5Cents }: ReturnTotals): number {
  return Math.max(line2Cents + line3Cents - line5Cents, 0);
}
