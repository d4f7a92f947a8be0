import { and, hasScope, isAuthenticated, type RuleMap } from "../../../src/access/rules.ts";

const readsScoring = and(isAuthenticated, hasScope("read:scoring"));

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
