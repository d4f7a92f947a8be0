import * as confidence from "../green-score/confidence.ts";
import * as method from "../green-score/method.ts";
import { INDICATOR_FORMULAS, METHOD_FORMULAS, METHOD_LIMITS, NOT_USED } from "../green-score/method-texts.ts";
import type { ScoreReference } from "../green-score/reference.types.ts";
import type { MethodPillar, MethodSubstitute, ScoringMethod } from "./methods.types.ts";

type MethodFacts = Omit<ScoringMethod, "version" | "referenceVersion" | "isCurrent" | "tables">;

/** The rules of `gs-1.0.0`, built from the constants that scoring uses. */
export function describeMethod(): MethodFacts {
  return {
    formulas: METHOD_FORMULAS,
    pillars: method.PILLARS.map(describePillar),
    anchors: method.ANCHOR_ORDER,
    substitutes: listSubstitutes(),
    neutralScore: method.NEUTRAL_SCORE,
    withheldScore: method.WITHHELD_SCORE,
    reliabilities: [
      { kind: "disclosed figures", reliability: confidence.disclosedReliability({}) },
      {
        kind: "disclosed figures that fail a check",
        reliability: confidence.disclosedReliability({ any: false }),
      },
      { kind: "ENERGY STAR score", reliability: confidence.energyStarReliability({}) },
      { kind: "water", reliability: confidence.WATER_RELIABILITY },
      { kind: "county figures and year built", reliability: confidence.CONTEXT_RELIABILITY },
      { kind: "the programme's register", reliability: confidence.REGISTER_RELIABILITY },
    ],
    halfLivesYears: method.HALF_LIFE_YEARS,
    interval: { points: method.INTERVAL_POINTS, level: method.INTERVAL_LEVEL },
    notUsed: NOT_USED,
    limits: METHOD_LIMITS,
  };
}

/** The frozen tables in their committed form. */
export function describeTables(reference: ScoreReference): NonNullable<ScoringMethod["tables"]> {
  const { nriYear, energyStarEligible, peers, counties } = reference;
  return { countyYear: nriYear, energyStarEligible, peers, counties };
}

function describePillar(pillar: method.Pillar): MethodPillar {
  const weight = method.PILLAR_WEIGHTS[pillar];
  const own = method.INDICATORS.filter((name) => method.INDICATOR_DESCRIPTIONS[name].pillar === pillar);
  const indicators = own.map((indicator) => {
    const { weight: weightInPillar, unit } = method.INDICATOR_DESCRIPTIONS[indicator];
    const share = Math.round(weight * weightInPillar * 1e6) / 1e6;
    return { indicator, weightInPillar, weight: share, unit, formula: INDICATOR_FORMULAS[indicator] };
  });
  return { pillar, weight, indicators };
}

function listSubstitutes(): MethodSubstitute[] {
  return method.ANCHOR_ORDER.flatMap((anchor) =>
    Object.entries(method.SUBSTITUTES[anchor]).map(([indicator, { slope, rSquared }]) => ({
      anchor,
      indicator,
      slope,
      rSquared,
    })),
  );
}
