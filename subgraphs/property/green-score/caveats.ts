import type { ScoreInput } from "../properties/property.types.ts";
import type { RatedIndicator, WeighedIndicator } from "./indicator.types.ts";

/** Below this confidence a score is a hint rather than a finding. */
export const LOW_CONFIDENCE = 0.5;
const OLD_METRICS_YEARS = 3;

/** Limitations of a score, as sentences for the reader. */
export function listCaveats(
  record: ScoreInput,
  asOfYear: number,
  indicators: readonly RatedIndicator[],
  confidence: number,
): string[] {
  const caveats: string[] = [];
  if (confidence < LOW_CONFIDENCE) caveats.push("Low confidence: much of this score is estimated or old.");
  if (record.metricsYear !== null && asOfYear - record.metricsYear > OLD_METRICS_YEARS) {
    caveats.push(`The energy figures are from ${record.metricsYear}.`);
  }
  if (record.metricsYear !== null && record.metricsYear > asOfYear) {
    caveats.push(`The energy figures are from ${record.metricsYear}, after the requested date.`);
  }
  const estimated = indicators.filter((rated) => rated.state === "imputed").map((rated) => rated.indicator);
  if (estimated.length > 0)
    caveats.push(`Estimated from other figures of the building: ${estimated.join(", ")}.`);
  const hasWithheld = record.complianceStatus === "notSubmitted" || record.complianceStatus === "dataMissing";
  if (hasWithheld) caveats.push("The owner did not submit the figures required by law.");
  const failed = Object.entries(record.checks)
    .flatMap(([name, isPassed]) => (isPassed ? [] : [name]))
    .sort();
  if (failed.length > 0)
    caveats.push(`The published figures fail plausibility checks: ${failed.join(", ")}.`);
  if (record.countyFips === null) caveats.push("The county is unknown, so hazards count as average.");
  return caveats;
}

const GOOD_SCORE = 75;
const POOR_SCORE = 25;
const DRIVERS_SHOWN = 2;

/**
 * The measured indicators of place and performance furthest from the middle: the best from 75 up, the worst up to 25,
 * two each.
 */
export function findDrivers(indicators: readonly WeighedIndicator[]): { best: string[]; worst: string[] } {
  const measured = indicators.filter(({ pillar, state }) => pillar !== "governance" && state === "present");
  const ranked = measured.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0));
  const worst = ranked.filter(({ score }) => score !== null && score <= POOR_SCORE);
  const best = ranked.filter(({ score }) => score !== null && score >= GOOD_SCORE).reverse();
  return {
    best: best.slice(0, DRIVERS_SHOWN).map(({ indicator }) => indicator),
    worst: worst.slice(0, DRIVERS_SHOWN).map(({ indicator }) => indicator),
  };
}
