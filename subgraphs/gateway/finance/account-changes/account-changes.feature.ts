import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { writesFinance } from "../finance-access.ts";
import { FinanceAccountChangesResolver } from "./account-changes.resolver.ts";

export const financeAccountChangesFeature: FeatureGraph = {
  resolvers: [FinanceAccountChangesResolver],
  rules: {
    Mutation: {
      updateAccount: writesFinance,
      closeAccount: writesFinance,
      reopenAccount: writesFinance,
      deleteFinanceAccount: writesFinance,
      adjustAccountBalance: writesFinance,
    },
  },
};
