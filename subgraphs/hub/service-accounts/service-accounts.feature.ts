import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { ServiceAccountsResolver } from "./service-accounts.resolver.ts";
import { serviceAccountsRules } from "./service-accounts.rules.ts";

export const serviceAccountsFeature: FeatureGraph = {
  resolvers: [ServiceAccountsResolver],
  rules: serviceAccountsRules,
};
