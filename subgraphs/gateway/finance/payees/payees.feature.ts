import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinancePayeesResolver } from "./payees.resolver.ts";

export const financePayeesFeature: FeatureGraph = {
  resolvers: [FinancePayeesResolver],
  rules: {
    Query: { financePayees: readsFinance, financePayee: readsFinance },
    Mutation: {
      renamePayee: writesFinance,
      mergePayees: writesFinance,
      setPayeeDefaultCategory: writesFinance,
    },
  },
};
