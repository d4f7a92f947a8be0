import { CONTEXT_RELIABILITY, freshnessOf } from "./confidence.ts";
import type { RatedIndicator, RatingContext } from "./indicator.types.ts";
import { missing, present } from "./rate.ts";

/**
 * The building code in force at construction: 1978 is the ban of lead paint (16 CFR 1303), 1991 the year after the
 * Americans with Disabilities Act, 2000 the first International Building Code.
 */
function scoreCodeEra(yearBuilt: number): number {
  if (yearBuilt < 1978) return 25;
  if (yearBuilt < 1991) return 50;
  return yearBuilt < 2000 ? 75 : 100;
}

/** Rates the county's hazard losses and resilience, and the building's code era. Demographic data is not an input. */
export function rateSocial({ record, asOfYear, reference }: RatingContext): RatedIndicator[] {
  const county = record.countyFips === null ? undefined : reference.counties[record.countyFips];
  const countyFacts = {
    dataYear: reference.nriYear,
    reliability: CONTEXT_RELIABILITY,
    freshness: freshnessOf(reference.nriYear, asOfYear, "county"),
  };
  const { yearBuilt } = record;
  return [
    county === undefined
      ? missing("hazardLossRate")
      : present("hazardLossRate", {
          score: 100 - county.lossRatePct,
          value: county.lossRate,
          ...countyFacts,
        }),
    county === undefined
      ? missing("communityResilience")
      : present("communityResilience", { score: county.reslPct, value: county.reslPct, ...countyFacts }),
    yearBuilt === null || yearBuilt < 1800 || yearBuilt > asOfYear
      ? missing("codeEra")
      : present("codeEra", {
          score: scoreCodeEra(yearBuilt),
          value: yearBuilt,
          dataYear: yearBuilt,
          reliability: CONTEXT_RELIABILITY,
          freshness: 1,
        }),
  ];
}
