import type { RuleMap } from "../../../../src/access/rules.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";

export const accountsRules: RuleMap = {
  Query: {
    financeAccount: readsFinance,
    financeAccounts: readsFinance,
    accountBalanceHistory: readsFinance,
  },
  Mutation: {
    createAccount: writesFinance,
    reconcileAccount: writesFinance,
    setExchangeRate: writesFinance,
  },
};
