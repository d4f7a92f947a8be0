import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CallSummariesResolver } from "./summaries.resolver.ts";
import { callSummaryRules } from "./summaries.rules.ts";

export const callSummariesFeature: FeatureGraph = {
  resolvers: [CallSummariesResolver],
  rules: callSummaryRules,
};
