import { and, costs, type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const invoiceDocumentRules: RuleMap = {
  Query: {
    invoiceTotalsPreview: inInvoicer("read:invoices"),
    invoicePaymentLink: inInvoicer("read:invoices"),
    invoicePdf: and(inInvoicer("read:invoices"), costs("document.pdf")),
    overdueInvoices: inInvoicer("read:invoices"),
  },
  Mutation: {
    duplicateInvoice: and(inInvoicer("write:invoices"), costs("invoice.create")),
  },
};
