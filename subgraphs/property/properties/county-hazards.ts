import type { Cell } from "./staged-year.types.ts";

/** The data year of the county table (FEMA National Risk Index v1.18, November 2021). */
export const COUNTY_TABLE_YEAR = 2021;

/** One county's hazard context, each value with the publisher's text. Percentiles are national, 0 to 100. */
export interface CountyHazard {
  readonly fips: string;
  readonly name: string;
  readonly state: string;
  /** Expected annual building loss over building value. */
  readonly lossRate: Cell<number>;
  readonly lossRatePercentile: Cell<number>;
  readonly resiliencePercentile: Cell<number>;
  readonly socialVulnerabilityPercentile: Cell<number> | null;
}

export type CountyHazards = ReadonlyMap<string, CountyHazard>;
