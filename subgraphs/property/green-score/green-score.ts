import type { ScoreInput } from "../properties/property.types.ts";
import { FEMA_NRI } from "../properties/source-catalogue.ts";
import { findDrivers, listCaveats } from "./caveats.ts";
import type { Completeness } from "./completeness.ts";
import { measureCompleteness } from "./completeness.ts";
import { rateEnvironmental } from "./environmental.ts";
import { rateGovernance } from "./governance.ts";
import type { RatedIndicator, RatingContext, WeighedIndicator } from "./indicator.types.ts";
import { hashInputs } from "./inputs-hash.ts";
import type { Pillar } from "./method.ts";
import {
  INDICATOR_DESCRIPTIONS,
  INTERVAL_LEVEL,
  METHOD_VERSION,
  NEUTRAL_SCORE,
  PILLAR_WEIGHTS,
  PILLARS,
} from "./method.ts";
import type { ScoreReference } from "./reference.types.ts";
import { roundHalfUp } from "./rounding.ts";
import { rateSocial } from "./social.ts";

/** Scores are 0 to 100, confidence 0 to 1. Always numbers. */
export interface GreenScore {
  readonly overall: number;
  readonly environmental: number;
  readonly social: number;
  readonly governance: number;
  readonly confidence: number;
}

export interface ScoreResult {
  readonly propertyId: string;
  /** Scores with one decimal, confidence with three. */
  readonly greenScore: GreenScore;
  readonly unrounded: GreenScore;
  readonly dataCompleteness: number;
  readonly completeness: Completeness;
  /** 90 % interval of the overall score with complete, fresh data. */
  readonly interval: { readonly low: number; readonly high: number; readonly level: number };
  readonly methodVersion: string;
  readonly referenceVersion: string;
  readonly asOfYear: number;
  readonly inputsHash: string;
  /** Not rounded: the contributions sum to `unrounded.overall`. */
  readonly breakdown: readonly WeighedIndicator[];
  readonly drivers: { readonly best: readonly string[]; readonly worst: readonly string[] };
  readonly caveats: readonly string[];
}

/** A record to score. `sources` only names the sources of the indicators; it does not change the score. */
export type ScorableProperty = ScoreInput & { readonly sources?: readonly string[] };

interface WeighedPillar {
  score: number;
  confidence: number;
  indicators: WeighedIndicator[];
}

function sourceOf(indicator: string, sources: readonly string[]): string | null {
  const isCounty = indicator === "hazardLossRate" || indicator === "communityResilience";
  const found = sources.find((source) => (source === FEMA_NRI.id) === isCounty);
  return found ?? null;
}

/**
 * Weights renormalise over the applicable indicators; a pillar without applicable indicators is neutral with confidence
 * 0.
 */
function weighPillar(
  pillar: Pillar,
  rated: readonly RatedIndicator[],
  sources: readonly string[],
): WeighedPillar {
  const weightOf = ({ indicator }: RatedIndicator): number => INDICATOR_DESCRIPTIONS[indicator].weight;
  const total = rated.reduce((sum, one) => (one.state === "notApplicable" ? sum : sum + weightOf(one)), 0);
  const indicators = rated.map((one): WeighedIndicator => {
    const isWeighed = one.state !== "notApplicable";
    const weightInPillar = isWeighed ? weightOf(one) / total : 0;
    const weight = PILLAR_WEIGHTS[pillar] * weightInPillar;
    const neutralShare = total === 0 ? PILLAR_WEIGHTS[pillar] * weightOf(one) * NEUTRAL_SCORE : 0;
    return {
      ...one,
      pillar,
      unit: INDICATOR_DESCRIPTIONS[one.indicator].unit,
      weightInPillar,
      weight,
      contribution: isWeighed ? weight * (one.score ?? NEUTRAL_SCORE) : neutralShare,
      sourceId: one.state === "present" ? sourceOf(one.indicator, sources) : null,
    };
  });
  const score = indicators.reduce((sum, one) => sum + one.weightInPillar * (one.score ?? 0), 0);
  const confidence = indicators.reduce(
    (sum, one) => sum + one.weightInPillar * one.reliability * one.freshness,
    0,
  );
  // Weights that sum to 1 by the method may sum to a little more in floating point.
  return {
    score: total === 0 ? NEUTRAL_SCORE : Math.min(100, score),
    confidence: Math.min(1, confidence),
    indicators,
  };
}

function roundScore(score: GreenScore): GreenScore {
  return {
    overall: roundHalfUp(score.overall, 1),
    environmental: roundHalfUp(score.environmental, 1),
    social: roundHalfUp(score.social, 1),
    governance: roundHalfUp(score.governance, 1),
    confidence: roundHalfUp(score.confidence, 3),
  };
}

/**
 * The Green Score of one property at the end of `asOfYear`. Pure: it depends on no clock and no other property, so the
 * same record, year and reference always give the same result. Never throws; unknown values lower the confidence
 * instead.
 */
export function scoreProperty(
  record: ScorableProperty,
  asOfYear: number,
  reference: ScoreReference,
): ScoreResult {
  const context: RatingContext = { record, asOfYear, reference };
  const sources = record.sources ?? [];
  const pillars: Record<Pillar, WeighedPillar> = {
    environmental: weighPillar("environmental", rateEnvironmental(context), sources),
    social: weighPillar("social", rateSocial(context), sources),
    governance: weighPillar("governance", rateGovernance(context), sources),
  };
  const weigh = (part: "score" | "confidence"): number =>
    PILLARS.reduce((sum, pillar) => sum + PILLAR_WEIGHTS[pillar] * pillars[pillar][part], 0);
  const unrounded: GreenScore = {
    overall: Math.min(100, weigh("score")),
    environmental: pillars.environmental.score,
    social: pillars.social.score,
    governance: pillars.governance.score,
    confidence: Math.min(1, weigh("confidence")),
  };
  const halfWidth = reference.intervalK * (1 - unrounded.confidence);
  const breakdown = PILLARS.flatMap((pillar) => pillars[pillar].indicators);
  const completeness = measureCompleteness(record, reference);
  return {
    propertyId: record.id,
    greenScore: roundScore(unrounded),
    unrounded,
    dataCompleteness: roundHalfUp(completeness.share, 3),
    completeness,
    interval: {
      low: roundHalfUp(Math.max(0, unrounded.overall - halfWidth), 1),
      high: roundHalfUp(Math.min(100, unrounded.overall + halfWidth), 1),
      level: INTERVAL_LEVEL,
    },
    methodVersion: METHOD_VERSION,
    referenceVersion: reference.version,
    asOfYear,
    inputsHash: hashInputs(record),
    breakdown,
    drivers: findDrivers(breakdown),
    caveats: listCaveats(record, asOfYear, breakdown, unrounded.confidence),
  };
}
