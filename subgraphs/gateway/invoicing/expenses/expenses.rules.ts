import { and, hasScope, isCaller, onApp, type Rule, type RuleMap } from "../../../../src/access/rules.ts";

const inInvoicer = (scope: string): Rule => and(isCaller, hasScope(scope), onApp("invoicer"));

/** Expenses stand in the books beside invoices, and their scopes are those of invoices. */
export const expenseRules: RuleMap = {
  Query: { expense: inInvoicer("read:invoices"), expenses: inInvoicer("read:invoices") },
  Mutation: { createExpense: inInvoicer("write:invoices") },
};
