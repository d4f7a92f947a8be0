import { disclosedReliability, energyStarReliability, freshnessOf, WATER_RELIABILITY } from "./confidence.ts";
import type { PeerPosition, RatedIndicator, RatingContext } from "./indicator.types.ts";
import type { AnchorIndicator, EnvironmentalIndicator } from "./method.ts";
import { ANCHOR_ORDER, NEUTRAL_SCORE, SUBSTITUTES, WITHHELD_SCORE } from "./method.ts";
import { percentileOf } from "./percentile.ts";
import { imputed, missing, notApplicable, present } from "./rate.ts";
import type { PeerGroups } from "./reference.types.ts";

const ORDER: readonly EnvironmentalIndicator[] = [
  "energyIntensity",
  "carbonIntensity",
  "energyStarScore",
  "waterIntensity",
];

/** The position of a value in the first of these groups that exists; null when none does. */
function standAmong(groups: PeerGroups, keys: readonly string[], value: number): PeerPosition | null {
  for (const key of keys) {
    const group = groups[key];
    if (group !== undefined) return { key, count: group.n, percentile: percentileOf(value, group.q) };
  }
  return null;
}

/** Carbon has no group across cities, because the factor behind it differs; energy and water fall back to all buildings. */
function peerKeys(
  indicator: Exclude<EnvironmentalIndicator, "energyStarScore">,
  subtype: string | null,
  city: string,
): string[] {
  const own = subtype === null ? [] : [subtype];
  const inCity = subtype === null ? [] : [`${subtype}|${city}`];
  if (indicator === "energyIntensity") return [...inCity, ...own, "*"];
  return indicator === "carbonIntensity" ? [...inCity, `*|${city}`] : [...own, "*"];
}

function rateIntensity(
  indicator: Exclude<EnvironmentalIndicator, "energyStarScore">,
  value: number | null,
  dataYear: number | null,
  { record, asOfYear, reference }: RatingContext,
): RatedIndicator | null {
  if (value === null || dataYear === null) return null;
  const peerGroup = standAmong(
    reference.peers[indicator],
    peerKeys(indicator, record.subtype, record.city),
    value,
  );
  if (peerGroup === null) return null;
  return present(indicator, {
    score: 100 - peerGroup.percentile,
    value,
    dataYear,
    peerGroup,
    reliability: indicator === "waterIntensity" ? WATER_RELIABILITY : disclosedReliability(record.checks),
    freshness: freshnessOf(dataYear, asOfYear, "disclosed"),
  });
}

function rateEnergyStar({ record, asOfYear, reference }: RatingContext): RatedIndicator | null {
  const { energyStarScore, metricsYear, subtype, checks } = record;
  if (energyStarScore !== null && metricsYear !== null) {
    return present("energyStarScore", {
      score: energyStarScore,
      value: energyStarScore,
      dataYear: metricsYear,
      reliability: energyStarReliability(checks),
      freshness: freshnessOf(metricsYear, asOfYear, "disclosed"),
    });
  }
  const isEligible = subtype === null || reference.energyStarEligible.includes(subtype);
  return isEligible ? null : notApplicable("energyStarScore");
}

/** The score used in place of a measure that was not published. */
function substitute(
  indicator: EnvironmentalIndicator,
  anchor: RatedIndicator | undefined,
  isWithheld: boolean,
): RatedIndicator {
  if (anchor === undefined || anchor.score === null) {
    return missing(indicator, isWithheld && indicator !== "waterIntensity" ? WITHHELD_SCORE : NEUTRAL_SCORE);
  }
  const anchorName = anchor.indicator as AnchorIndicator;
  const rule = SUBSTITUTES[anchorName][indicator];
  if (rule === undefined) return missing(indicator);
  return imputed(indicator, {
    score: NEUTRAL_SCORE + rule.slope * (anchor.score - NEUTRAL_SCORE),
    anchor: anchorName,
    dataYear: anchor.dataYear,
    reliability: rule.rSquared * anchor.reliability,
    freshness: anchor.freshness,
  });
}

/**
 * Rates energy, carbon, ENERGY STAR and water, each relative to peers. A missing one is estimated from the first
 * present of energy, ENERGY STAR and carbon. Without any of them it is neutral, or 10 where disclosure was required and
 * the owner withheld it.
 */
export function rateEnvironmental(context: RatingContext): RatedIndicator[] {
  const { record } = context;
  const known: Record<EnvironmentalIndicator, RatedIndicator | null> = {
    energyIntensity: rateIntensity("energyIntensity", record.sourceEui, record.metricsYear, context),
    carbonIntensity: rateIntensity("carbonIntensity", record.ghgIntensity, record.metricsYear, context),
    energyStarScore: rateEnergyStar(context),
    waterIntensity: rateIntensity("waterIntensity", record.waterIntensity, record.waterYear, context),
  };
  const anchor =
    ANCHOR_ORDER.map((name) => known[name]).find((rated) => rated?.state === "present") ?? undefined;
  const isWithheld = record.complianceStatus === "notSubmitted" || record.complianceStatus === "dataMissing";
  return ORDER.map((indicator) => known[indicator] ?? substitute(indicator, anchor, isWithheld));
}
