import type { Checks } from "../properties/property.types.ts";
import { HALF_LIFE_YEARS } from "./method.ts";

/** Freshness (0 to 1) of a value: it halves every half-life, counted from the first year after the data year. */
export function freshnessOf(
  dataYear: number,
  asOfYear: number,
  halfLife: keyof typeof HALF_LIFE_YEARS,
): number {
  return 0.5 ** (Math.max(0, asOfYear - dataYear - 1) / HALF_LIFE_YEARS[halfLife]);
}

/** Reliability of metrics the owner disclosed: lower when any plausibility check fails. */
export function disclosedReliability(checks: Checks): number {
  return Object.values(checks).every(Boolean) ? 0.9 : 0.5;
}

/** The ENERGY STAR score is normalised by EPA for weather and use, so it is worth a little more than the raw metrics. */
export function energyStarReliability(checks: Checks): number {
  return Math.min(0.95, disclosedReliability(checks) + 0.05);
}

export const WATER_RELIABILITY = 0.9;
/** A county figure or the year of a building code says little about a single building. */
export const CONTEXT_RELIABILITY = 0.6;
/** The programme's own register is authoritative. */
export const REGISTER_RELIABILITY = 1;
