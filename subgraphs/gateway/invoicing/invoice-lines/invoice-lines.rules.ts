import { type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const invoiceLinesRules: RuleMap = {
  Mutation: {
    addInvoiceLine: inInvoicer("update:invoices"),
    updateInvoiceLine: inInvoicer("update:invoices"),
    removeInvoiceLine: inInvoicer("update:invoices"),
    applyInvoiceDiscount: inInvoicer("update:invoices"),
  },
};
