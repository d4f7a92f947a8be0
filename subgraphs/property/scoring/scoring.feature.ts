import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { publishedMethods, publishedScores } from "../public-data.ts";
import { PropertyScoreResolver, ScoringResolver } from "./scoring.resolver.ts";
import { scoringRules } from "./scoring.rules.ts";

export const scoringFeature: FeatureGraph = {
  resolvers: [ScoringResolver, PropertyScoreResolver],
  rules: scoringRules,
  caching: {
    "Query.propertyScore": publishedScores,
    "Query.scoringMethods": publishedMethods,
    "Query.scoringMethod": publishedMethods,
  },
};
