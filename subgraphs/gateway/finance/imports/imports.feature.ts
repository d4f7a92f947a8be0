import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { connectsBanks, readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceBankLinksResolver } from "./link-bank.resolver.ts";
import { FinanceImportsResolver } from "./imports.resolver.ts";

export const financeImportsFeature: FeatureGraph = {
  resolvers: [FinanceImportsResolver, FinanceBankLinksResolver],
  rules: {
    Query: { importPreview: readsFinance, bankLinks: readsFinance },
    Mutation: {
      importTransactions: writesFinance,
      undoImport: writesFinance,
      syncBankLink: writesFinance,
      linkBankAccount: connectsBanks,
      unlinkBankAccount: connectsBanks,
    },
  },
};
