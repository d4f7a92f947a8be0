import { multiplyHalfUp } from "../../../../src/money.ts";
import { wholeRate } from "../taxes/payroll-year.ts";

/** A part of net pay. */
export interface Deposit {
  bankAccountId: string;
  amountCents: number;
}

/** A rule of a split: an amount, a percentage in 1e-4 percent, or neither for the remainder. */
export interface SplitRule {
  bankAccountId: string;
  amountCents: number | null;
  percent: number | null;
}

/**
 * Divides net pay in the order of the rules. Percentages are of net pay, rounded half up to cents; no part is more than what
 * is left, and the remainder gets the rest, so that the parts add up to net pay.
 */
export function splitNet(netCents: number, rules: readonly SplitRule[]): Deposit[] {
  let left = Math.max(0, netCents);
  const taken = new Map<string, number>();
  for (const { bankAccountId, amountCents, percent } of rules) {
    if (amountCents === null && percent === null) continue;
    const wanted = amountCents ?? multiplyHalfUp(Math.max(0, netCents), percent!, wholeRate);
    const amount = Math.min(wanted, left);
    taken.set(bankAccountId, amount);
    left -= amount;
  }
  return rules.map(({ bankAccountId }) => ({ bankAccountId, amountCents: taken.get(bankAccountId) ?? left }));
}
