import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceImportsResolver } from "./imports.resolver.ts";

export const financeImportsFeature: FeatureGraph = {
  resolvers: [FinanceImportsResolver],
  rules: {
    Query: { importPreview: readsFinance },
    Mutation: { importTransactions: writesFinance, undoImport: writesFinance, syncBankLink: writesFinance },
  },
};
