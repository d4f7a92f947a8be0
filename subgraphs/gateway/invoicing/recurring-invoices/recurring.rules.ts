import { type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const recurringRules: RuleMap = {
  Query: { recurringInvoices: inInvoicer("read:invoices") },
  Mutation: {
    createRecurringInvoice: inInvoicer("write:invoices"),
    endRecurringInvoice: inInvoicer("update:invoices"),
  },
};
