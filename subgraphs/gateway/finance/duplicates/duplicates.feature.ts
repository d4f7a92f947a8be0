import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceDuplicatesResolver } from "./duplicates.resolver.ts";

export const financeDuplicatesFeature: FeatureGraph = {
  resolvers: [FinanceDuplicatesResolver],
  rules: {
    Query: { duplicateTransactions: readsFinance },
    Mutation: { mergeDuplicateTransactions: writesFinance },
  },
};
