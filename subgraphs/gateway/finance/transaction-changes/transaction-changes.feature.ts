import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { writesFinance } from "../finance-access.ts";
import { FinanceTransactionChangesResolver } from "./transaction-changes.resolver.ts";

export const financeTransactionChangesFeature: FeatureGraph = {
  resolvers: [FinanceTransactionChangesResolver],
  rules: {
    Mutation: {
      markTransactionCleared: writesFinance,
      reviewTransaction: writesFinance,
      matchTransfer: writesFinance,
      unmatchTransfer: writesFinance,
    },
  },
};
