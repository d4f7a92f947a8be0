import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { PropertyScoreResolver, ScoringResolver } from "./scoring.resolver.ts";
import { scoringRules } from "./scoring.rules.ts";

export const scoringFeature: FeatureGraph = {
  resolvers: [ScoringResolver, PropertyScoreResolver],
  rules: scoringRules,
};
