import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance } from "../finance-access.ts";
import { FinanceInsightResolver } from "./insight.resolver.ts";

export const financeInsightFeature: FeatureGraph = {
  resolvers: [FinanceInsightResolver],
  rules: {
    Query: {
      spendingTrends: readsFinance,
      incomeSummary: readsFinance,
      periodComparison: readsFinance,
      topMerchants: readsFinance,
      savingsRate: readsFinance,
      runway: readsFinance,
      unusualSpending: readsFinance,
      financialSummary: readsFinance,
    },
  },
};
