import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { DepositsResolver } from "./deposits.resolver.ts";
import { depositsRules } from "./deposits.rules.ts";

export const depositsFeature: FeatureGraph = {
  resolvers: [DepositsResolver],
  rules: depositsRules,
};
