import { type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

/** Expenses stand in the books beside invoices, and their scopes are those of invoices. */
export const expenseRules: RuleMap = {
  Query: { expense: inInvoicer("read:invoices"), expenses: inInvoicer("read:invoices") },
  Mutation: { createExpense: inInvoicer("write:invoices") },
};
