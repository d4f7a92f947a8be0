import type { IndicatorName } from "./method.ts";

/** The method `gs-1.0.0` in words, as it is served with its numbers. */

const PERCENTILE = "100 - percentile of the value among its peers";

export const INDICATOR_FORMULAS: Readonly<Record<IndicatorName, string>> = {
  energyIntensity: `${PERCENTILE}: subtype and city, else subtype, else all; source EUI, weather-normalised if published`,
  carbonIntensity: `${PERCENTILE}: subtype and city, else all of the city; never across cities, whose grid factors differ`,
  energyStarScore: "The ENERGY STAR score itself; not applicable to building types without one",
  waterIntensity: `${PERCENTILE}: subtype, else all`,
  hazardLossRate:
    "100 - percentile of the county's annual building loss over building value among 3,142 counties, (rank - 1) / (n - 1)",
  communityResilience: "The county's national percentile of community resilience",
  codeEra:
    "By year built: before 1978 25 (ban of lead paint), to 1990 50, to 1999 75 (Americans with Disabilities Act), from 2000 100 (International Building Code)",
  disclosureCompliance:
    "By the latest status: compliant 100, dataError 50, dataMissing 25, notSubmitted 0; exempt and notCovered do not apply",
  reportingContinuity:
    "100 x years submitted / years covered, of the last three at most; needs two covered years",
  dataQuality: "100 x plausibility checks passed / checks made",
};

export const METHOD_FORMULAS: readonly string[] = [
  "pillar = sum of weight x score over sum of weights, over the applicable indicators; 50 when none applies",
  "overall = 0.60 environmental + 0.15 social + 0.25 governance",
  "confidence = sum over pillars and indicators of weight x reliability x freshness",
  "freshness = 0.5 ^ (max(0, asOf year - data year - 1) / half-life); the building code's year is always fresh",
  "interval = overall -/+ 28 (1 - confidence), limited to 0 to 100",
  "dataCompleteness = known over applicable of 14 fields",
  "percentile against 101 breakpoints: with a = breakpoints below the value and b = breakpoints at or below the value, (a + b - 1) / 2 if b > a, 0 if a = 0, 100 if a = 101, else linear between neighbours",
  "Displayed numbers are rounded half up: scores to 1 decimal, confidence and completeness to 3",
];

export const NOT_USED: readonly string[] = [
  "Social vulnerability, hardship, income, race and rent of the neighbourhood",
  "The risk score of the National Risk Index, because it measures exposure",
  "Floor area",
  "Ownership",
];

export const METHOD_LIMITS: readonly string[] = [
  "The score is mostly environmental: without the other two pillars the ranking of buildings hardly changes.",
  "Social reflects location and building age, mostly at county level, so its reliability is low. It does not measure tenant welfare.",
  "Governance measures compliance with the disclosure law, not the ethics of the owner.",
  "Environmental compares a building with peers in the same city, not with a climate target.",
  "Seattle's data ends in 2016 and New York's contains a score only, so both have a confidence of about 0.3.",
  "Slopes, R2 and the coverage of the interval were estimated from the same cities that are scored.",
  "Seattle fits worst: its ENERGY STAR scores use the model from before August 2018.",
];
