import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance } from "../finance-access.ts";
import { FinanceExchangeRatesResolver } from "./exchange-rates.resolver.ts";

export const financeExchangeRatesFeature: FeatureGraph = {
  resolvers: [FinanceExchangeRatesResolver],
  rules: { Query: { exchangeRates: readsFinance, convertedAmount: readsFinance } },
};
