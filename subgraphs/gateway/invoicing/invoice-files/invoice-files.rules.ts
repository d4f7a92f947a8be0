import type { RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const invoiceFileRules: RuleMap = {
  Query: { invoiceFiles: inInvoicer("read:invoices") },
  Mutation: {
    attachInvoiceFile: inInvoicer("update:invoices"),
    removeInvoiceFile: inInvoicer("update:invoices"),
  },
};
