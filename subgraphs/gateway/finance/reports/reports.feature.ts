import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance } from "../finance-access.ts";
import { FinanceReportsResolver } from "./reports.resolver.ts";

export const financeReportsFeature: FeatureGraph = {
  resolvers: [FinanceReportsResolver],
  rules: {
    Query: {
      netWorth: readsFinance,
      netWorthHistory: readsFinance,
      cashflow: readsFinance,
      spendingByCategory: readsFinance,
      cashflowForecast: readsFinance,
      portfolioPerformance: readsFinance,
    },
  },
};
