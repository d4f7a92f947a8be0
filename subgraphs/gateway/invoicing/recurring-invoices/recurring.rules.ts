import { type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const recurringRules: RuleMap = {
  Query: {
    recurringInvoices: inInvoicer("read:invoices"),
    recurringInvoice: inInvoicer("read:invoices"),
    recurringSchedulePreview: inInvoicer("read:invoices"),
  },
  Mutation: {
    createRecurringInvoice: inInvoicer("write:invoices"),
    updateRecurringInvoice: inInvoicer("update:invoices"),
    pauseRecurringInvoice: inInvoicer("update:invoices"),
    resumeRecurringInvoice: inInvoicer("update:invoices"),
    endRecurringInvoice: inInvoicer("update:invoices"),
  },
};
