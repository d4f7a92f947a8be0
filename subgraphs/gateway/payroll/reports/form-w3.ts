import type { W2Boxes } from "./w2.rows.ts";

/** Boxes of Form W-3, in cents. */
export interface FormW3Boxes {
  /** Box c: wage statements that are sent with the form. */
  statements: number;
  box1Cents: number;
  box2Cents: number;
  box3Cents: number;
  box4Cents: number;
  box5Cents: number;
  box6Cents: number;
  box12aCents: number;
  box16Cents: number;
  box17Cents: number;
  box18Cents: number;
  box19Cents: number;
  states: string[];
}

/** Codes of box 12 that are deferred compensation (Instructions for Forms W-2 and W-3, box 12a of Form W-3). */
const deferred = new Set(["D", "E", "F", "G", "H", "S", "Y", "AA", "BB", "EE"]);

const plain = ["box1Cents", "box2Cents", "box3Cents", "box4Cents", "box5Cents", "box6Cents"] as const;

/** False for the statement of somebody whose pay was reversed. */
export function hasAmounts(boxes: W2Boxes): boolean {
  return plain.some((name) => boxes[name] !== 0) || (boxes.states ?? []).length > 0;
}

/** Sums of wage statements. Those without any amount, of people whose pay was reversed, are not counted. */
export function formW3Of(statements: readonly W2Boxes[]): FormW3Boxes {
  const sums: FormW3Boxes = {
    statements: 0,
    box1Cents: 0,
    box2Cents: 0,
    box3Cents: 0,
    box4Cents: 0,
    box5Cents: 0,
    box6Cents: 0,
    box12aCents: 0,
    box16Cents: 0,
    box17Cents: 0,
    box18Cents: 0,
    box19Cents: 0,
    states: [],
  };
  const states = new Set<string>();
  for (const boxes of statements) {
    for (const name of plain) sums[name] += boxes[name];
    for (const { code, amountCents } of boxes.box12) if (deferred.has(code)) sums.box12aCents += amountCents;
    for (const { state, box16Cents, box17Cents, box18Cents = 0, box19Cents } of boxes.states ?? []) {
      states.add(state);
      sums.box16Cents += box16Cents;
      sums.box17Cents += box17Cents;
      sums.box18Cents += box18Cents;
      sums.box19Cents += box19Cents;
    }
    if (hasAmounts(boxes)) sums.statements += 1;
  }
  sums.states = [...states].toSorted();
  return sums;
}
