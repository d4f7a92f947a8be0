import type { RuleMap } from "../../../../src/access/rules.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";

export const transactionsRules: RuleMap = {
  Query: {
    financeTransaction: readsFinance,
    financeTransactions: readsFinance,
    financeTransactionSearch: readsFinance,
    financeCategories: readsFinance,
    categorisationRules: readsFinance,
  },
  Mutation: {
    addTransaction: writesFinance,
    updateTransaction: writesFinance,
    splitTransaction: writesFinance,
    unsplitTransaction: writesFinance,
    bulkCategorize: writesFinance,
    deleteTransaction: writesFinance,
    addTransfer: writesFinance,
    createCategory: writesFinance,
    createCategoryGroup: writesFinance,
    createRule: writesFinance,
    applyRules: writesFinance,
  },
};
