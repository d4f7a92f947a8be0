import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { publishedPrices } from "../public-data.ts";
import { creditsRules } from "./credits.rules.ts";
import { BalanceChangesResolver } from "./balance-changes.resolver.ts";
import { CreditsResolver, UserCreditsResolver, AccountCreditsResolver } from "./credits.resolver.ts";

export const creditsFeature: FeatureGraph = {
  resolvers: [CreditsResolver, UserCreditsResolver, AccountCreditsResolver, BalanceChangesResolver],
  hasSubscriptions: true,
  rules: creditsRules,
  caching: { "Query.creditPackages": publishedPrices, "Query.operationCost": publishedPrices },
};
