import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceHistoryResolver } from "./history.resolver.ts";

export const financeHistoryFeature: FeatureGraph = {
  resolvers: [FinanceHistoryResolver],
  rules: {
    Query: { financeChanges: readsFinance },
    Mutation: { undoFinanceChange: writesFinance },
  },
};
