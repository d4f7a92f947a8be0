import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { RequestsResolver } from "./requests.resolver.ts";
import { requestsRules } from "./requests.rules.ts";

export const requestsFeature: FeatureGraph = {
  resolvers: [RequestsResolver],
  rules: requestsRules,
};
