import { multiplyHalfUp } from "../../../src/money.ts";
import type { Period } from "./billing-period.ts";

/** The part of a price that proration needs: the cost of one unit for one period, in integer minor units. */
export interface ProratedPrice {
  unitAmount: number;
  quantity: number;
}

export interface Proration {
  /** Zero or less: the refund for the unused time of the old price. */
  credit: number;
  /** Zero or more: the cost of the rest of the period at the new price. */
  debit: number;
  /** The period of both lines: from the moment of the change to the end of the period. */
  period: Period;
}

/**
 * The share of `amount` for the time of the period that is left at `at`, to the second, rounded half up to a whole
 * minor unit. Before the period it is all of it and after it nothing.
 * Source: Stripe, "Prorations" (Billing docs): prorations are computed to the second.
 */
export function shareLeft(amount: number, { start, end }: Period, at: number): number {
  const left = Math.min(Math.max(end - at, 0), end - start);
  return multiplyHalfUp(amount, left, end - start);
}

/**
 * The cost of changing the price at `at` within the period: the unused time of the old price is credited and
 * the rest of the new one is charged. The same moment always gives the same amounts, so a preview and the
 * change that follows it agree when both name one `proration_date`.
 */
export function prorate(
  change: { from: ProratedPrice; to: ProratedPrice },
  period: Period,
  at: number,
): Proration {
  const left = { start: Math.max(at, period.start), end: period.end };
  return {
    credit: 0 - shareLeft(change.from.unitAmount * change.from.quantity, period, at),
    debit: shareLeft(change.to.unitAmount * change.to.quantity, period, at),
    period: left,
  };
}
