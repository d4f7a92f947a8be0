import { type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

/** Expenses belong to the same books as invoices, so they use the scopes of invoices. */
export const expenseRules: RuleMap = {
  Query: { expense: inInvoicer("read:invoices"), expenses: inInvoicer("read:invoices") },
  Mutation: {
    createExpense: inInvoicer("write:invoices"),
    updateExpense: inInvoicer("update:invoices"),
    deleteExpense: inInvoicer("delete:invoices"),
    billExpenseToClient: inInvoicer("write:invoices"),
  },
};
