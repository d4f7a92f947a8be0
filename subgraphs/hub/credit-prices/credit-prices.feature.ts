import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { publishedPrices } from "../public-data.ts";
import { CreditPricesResolver } from "./credit-prices.resolver.ts";
import { creditPricesRules } from "./credit-prices.rules.ts";

export const creditPricesFeature: FeatureGraph = {
  resolvers: [CreditPricesResolver],
  rules: creditPricesRules,
  caching: { "Query.operationCosts": publishedPrices },
};
