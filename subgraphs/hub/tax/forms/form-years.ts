import { nextBusinessDay } from "../businesses/business-day.ts";

/** The first year that forms can be filed for here. */
export const firstTaxYear = 2020;

/** The first year with boxes 1b to 1d: tips and overtime (Pub. L. 119-21). */
export const tipsSince = 2026;
/** The first year with excess golden parachute payments on this form. */
export const parachutesSince = 2025;

/** A threshold in cents, and whether the figure is known to be that year's. */
export interface Threshold {
  cents: number;
  isVerified: boolean;
}

/** Thresholds from 2027 on are indexed each year, so they are settings: cents by tax year. */
export type IndexedThresholds = ReadonlyMap<number, number>;

/**
 * Nonemployee compensation from which a form must be filed: 600 dollars up to 2025, 2,000 for 2026 (Pub. L. 119-21,
 * section 70433), indexed from 2027. A year whose figure is not set has the latest known one, and is not verified.
 */
export function thresholdOf(taxYear: number, indexed: IndexedThresholds): Threshold {
  if (taxYear <= 2025) return { cents: 60_000, isVerified: true };
  if (taxYear === 2026) return { cents: 200_000, isVerified: true };
  const known = indexed.get(taxYear);
  if (known !== undefined) return { cents: known, isVerified: true };
  const earlier = [...indexed].filter(([year]) => year < taxYear).sort(([a], [b]) => b - a);
  return { cents: earlier[0]?.[1] ?? 200_000, isVerified: false };
}

/** When a form must be filed: 31 January of the next year, or the next business day (26 U.S.C. 6071(c), 7503). */
export function dueDateOf(taxYear: number): string {
  return nextBusinessDay(`${taxYear + 1}-01-31`);
}

/** How a form travels: FIRE takes none of 2026 or later; before, the filing provider chooses. */
export function channelOf(taxYear: number): "IRIS" | "ANY" {
  return taxYear >= 2026 ? "IRIS" : "ANY";
}
