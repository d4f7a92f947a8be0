/** Arithmetic of bought credits, in integer hundredths of a credit. No database, no clock. */
import { multiplyHalfUp } from "../../../src/money.ts";

/**
 * How much of a grant is taken back when `refunded` of `paid` (minor units) was refunded in all: its share, rounded
 * half up, and never more than was granted. A full refund takes back everything.
 */
export function reversedShare(granted: number, refunded: number, paid: number): number {
  if (refunded <= 0) return 0;
  return refunded >= paid ? granted : multiplyHalfUp(granted, refunded, paid);
}

/** When credits bought now expire; null when they never do. */
export function expiryOf(now: Date, validityDays: number | null): Date | null {
  return validityDays === null ? null : new Date(now.getTime() + validityDays * 86_400_000);
}
