import type { ScoreResult } from "../green-score/green-score.ts";
import type { WeighedIndicator } from "../green-score/indicator.types.ts";
import { roundHalfUp } from "../green-score/rounding.ts";
import type { AsOf } from "./as-of.ts";
import type { IndicatorScore, PropertyScore } from "./property-score.types.ts";

/** Shares are rounded to a millionth. */
const SHARE_DECIMALS = 6;

export interface ShownScore {
  /** The requested id. */
  readonly propertyId: string;
  readonly result: ScoreResult;
  readonly asOf: AsOf;
  readonly calculatedAt: Date;
  readonly sources: readonly string[];
  readonly withBreakdown: boolean;
}

/** A result in the API's form. */
export function presentScore(shown: ShownScore): PropertyScore {
  const { propertyId, result, asOf, calculatedAt, sources, withBreakdown } = shown;
  return {
    propertyId,
    greenScore: result.greenScore,
    dataCompleteness: result.dataCompleteness,
    interval: result.interval,
    methodVersion: result.methodVersion,
    referenceVersion: result.referenceVersion,
    asOf: asOf.date,
    inputsHash: result.inputsHash,
    calculatedAt,
    breakdown: withBreakdown ? result.breakdown.map(presentIndicator) : null,
    drivers: result.drivers,
    caveats: result.caveats,
    sources,
    unrounded: result.unrounded,
  };
}

/** Contributions are not rounded, so that they sum to the unrounded score. */
function presentIndicator(line: WeighedIndicator): IndicatorScore {
  const share = (value: number) => roundHalfUp(value, SHARE_DECIMALS);
  return {
    indicator: line.indicator,
    pillar: line.pillar,
    state: line.state,
    score: line.score === null ? null : roundHalfUp(line.score, 1),
    weight: share(line.weight),
    contribution: line.contribution,
    value: line.value,
    unit: line.unit,
    dataYear: line.dataYear,
    peerGroup: line.peerGroup && {
      ...line.peerGroup,
      percentile: roundHalfUp(line.peerGroup.percentile, 1),
    },
    reliability: share(line.reliability),
    freshness: share(line.freshness),
    sourceId: line.sourceId,
    anchor: line.anchor,
  };
}
