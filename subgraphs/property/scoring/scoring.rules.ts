import { and, hasScope, isAuthenticated, type RuleMap } from "../../../src/access/rules.ts";

const readsScoring = and(isAuthenticated, hasScope("read:scoring"));

/** A score needs its own scope everywhere: the scope of a property is not enough for the field. */
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
