import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { AccountDomainsResolver } from "./account-domains.resolver.ts";
import { accountDomainsRules } from "./account-domains.rules.ts";

export const accountDomainsFeature: FeatureGraph = {
  resolvers: [AccountDomainsResolver],
  rules: accountDomainsRules,
};
