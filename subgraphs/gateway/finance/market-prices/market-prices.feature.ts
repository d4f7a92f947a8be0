import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceMarketPricesResolver } from "./market-prices.resolver.ts";

export const financeMarketPricesFeature: FeatureGraph = {
  resolvers: [FinanceMarketPricesResolver],
  rules: {
    Query: { securityPrices: readsFinance },
    Mutation: { refreshSecurityPrices: writesFinance },
  },
};
