import { addDays } from "../../../../src/time/local-date.ts";

export const gainTerms = ["short", "long"] as const;
export type GainTerm = (typeof gainTerms)[number];

/**
 * The first day on which a sale is long-term: units must be held for more than one year (26 U.S.C. 1222), and the holding
 * period begins on the day after the purchase (Rev. Rul. 66-7).
 */
export function longTermFrom(acquiredOn: string): string {
  const begins = new Date(`${addDays(acquiredOn, 1)}T00:00:00Z`);
  // February 29 is followed by March 1 of a common year.
  begins.setUTCFullYear(begins.getUTCFullYear() + 1);
  return begins.toISOString().slice(0, 10);
}

/** The term of a gain on units bought and sold on these days. */
export function termOf(acquiredOn: string, soldOn: string): GainTerm {
  return soldOn >= longTermFrom(acquiredOn) ? "long" : "short";
}
