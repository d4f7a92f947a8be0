import type { IndicatorValue, PeerPosition, RatedIndicator } from "./indicator.types.ts";
import type { AnchorIndicator, IndicatorName } from "./method.ts";
import { NEUTRAL_SCORE } from "./method.ts";

interface Present {
  score: number;
  value: IndicatorValue;
  dataYear: number;
  reliability: number;
  freshness: number;
  peerGroup?: PeerPosition;
}

/** An indicator with a published value behind it. */
export function present(indicator: IndicatorName, facts: Present): RatedIndicator {
  return { indicator, state: "present", anchor: null, ...facts, peerGroup: facts.peerGroup ?? null };
}

/** An indicator without a published value; `score` is its substitute. */
export function missing(indicator: IndicatorName, score: number = NEUTRAL_SCORE): RatedIndicator {
  return {
    indicator,
    state: "missing",
    score,
    value: null,
    dataYear: null,
    peerGroup: null,
    anchor: null,
    reliability: 0,
    freshness: 0,
  };
}

/** An indicator left out of the sum, because it does not apply to this building. */
export function notApplicable(indicator: IndicatorName, value: IndicatorValue | null = null): RatedIndicator {
  return { ...missing(indicator), state: "notApplicable", score: null, value };
}

/** An indicator estimated from another one of the same building. */
export function imputed(
  indicator: IndicatorName,
  facts: {
    score: number;
    anchor: AnchorIndicator;
    dataYear: number | null;
    reliability: number;
    freshness: number;
  },
): RatedIndicator {
  return { indicator, state: "imputed", value: null, peerGroup: null, ...facts };
}
