import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceInvestmentsResolver } from "./investments.resolver.ts";
import { FinanceTradesResolver } from "./trades.resolver.ts";

export const financeInvestmentsFeature: FeatureGraph = {
  resolvers: [FinanceInvestmentsResolver, FinanceTradesResolver],
  rules: {
    Query: {
      holdings: readsFinance,
      securities: readsFinance,
      trades: readsFinance,
      taxLots: readsFinance,
      realizedGains: readsFinance,
    },
    Mutation: {
      addSecurity: writesFinance,
      recordTrade: writesFinance,
      setSecurityPrice: writesFinance,
      recordDividend: writesFinance,
      recordStockSplit: writesFinance,
      recordSpinOff: writesFinance,
      updateTrade: writesFinance,
      deleteTrade: writesFinance,
    },
  },
};
