import { and, hasScope, isCaller, type RuleMap } from "../../../src/access/rules.ts";

const readsScoring = and(isCaller, hasScope("read:scoring"));

/** A score is guarded wherever it is asked for: as a field of a property, that property alone is not enough. */
export const scoringRules: RuleMap = {
  Query: {
    propertyScore: readsScoring,
    bulkPropertyScores: readsScoring,
    scoreWhatIf: readsScoring,
    scoreHistory: readsScoring,
    scoringMethods: readsScoring,
    scoringMethod: readsScoring,
  },
  PropertyScore: readsScoring,
};
