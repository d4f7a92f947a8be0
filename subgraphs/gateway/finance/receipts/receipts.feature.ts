import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceReceiptsResolver } from "./receipts.resolver.ts";

export const financeReceiptsFeature: FeatureGraph = {
  resolvers: [FinanceReceiptsResolver],
  rules: {
    Query: { transactionReceipts: readsFinance, transactionReceiptFile: readsFinance },
    Mutation: { attachTransactionReceipt: writesFinance, removeTransactionReceipt: writesFinance },
  },
};
