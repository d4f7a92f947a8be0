import type { CreditUsage } from "./usage.types.ts";

/**
 * Balance at the end of each period, from the balance now and the flows until now. Without overdrafts it is never below 0;
 * holds are part of it.
 */
export function balanceCourse(balance: number, series: CreditUsage["series"]): number[] {
  let after = 0;
  return series
    .toReversed()
    .map(({ spent, added, expired }) => {
      const atEnd = hundredths(balance) - after;
      after += hundredths(added) - hundredths(spent) - hundredths(expired);
      return Math.max(0, atEnd) / 100;
    })
    .toReversed();
}

/** Credits have two decimals. */
function hundredths(credits: number): number {
  return Math.round(credits * 100);
}
