import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CallInsightResolver } from "./insight.resolver.ts";
import { callInsightRules } from "./insight.rules.ts";

export const callInsightFeature: FeatureGraph = {
  resolvers: [CallInsightResolver],
  rules: callInsightRules,
};
