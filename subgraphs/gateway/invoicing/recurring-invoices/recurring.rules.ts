import { and, hasScope, isCaller, onApp, type Rule, type RuleMap } from "../../../../src/access/rules.ts";

const inInvoicer = (scope: string): Rule => and(isCaller, hasScope(scope), onApp("invoicer"));

export const recurringRules: RuleMap = {
  Query: { recurringInvoices: inInvoicer("read:invoices") },
  Mutation: {
    createRecurringInvoice: inInvoicer("write:invoices"),
    endRecurringInvoice: inInvoicer("update:invoices"),
  },
};
