import type { ScoreInput } from "../properties/property.types.ts";
import type { AnchorIndicator, IndicatorName, Pillar } from "./method.ts";
import type { ScoreReference } from "./reference.types.ts";

export const INDICATOR_STATES = ["present", "imputed", "missing", "notApplicable"] as const;
export type IndicatorState = (typeof INDICATOR_STATES)[number];

/**
 * The distribution that a value was compared with; percentile 0 to 100, higher means a higher value than the peers'.
 */
export interface PeerPosition {
  readonly key: string;
  readonly count: number;
  readonly percentile: number;
}

/** A number, a status word, or a pair such as `[checks passed, checks made]`. */
export type IndicatorValue = number | string | readonly [number, number];

/**
 * The rating of one indicator before weighting. `reliability` and `freshness` are 0 to 1; a missing indicator has 0.
 */
export interface RatedIndicator {
  readonly indicator: IndicatorName;
  readonly state: IndicatorState;
  /** 0 to 100; null only when not applicable. */
  readonly score: number | null;
  readonly value: IndicatorValue | null;
  readonly dataYear: number | null;
  readonly peerGroup: PeerPosition | null;
  readonly anchor: AnchorIndicator | null;
  readonly reliability: number;
  readonly freshness: number;
}

/** One line of a score's breakdown. `weight` is the share of the overall score; the contributions sum to the overall score. */
export interface WeighedIndicator extends RatedIndicator {
  readonly pillar: Pillar;
  readonly unit: string;
  readonly weightInPillar: number;
  readonly weight: number;
  readonly contribution: number;
  readonly sourceId: string | null;
}

/** The input of a pillar's rules. */
export interface RatingContext {
  readonly record: ScoreInput;
  readonly asOfYear: number;
  readonly reference: ScoreReference;
}
