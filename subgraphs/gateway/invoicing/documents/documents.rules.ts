import {
  and,
  costs,
  hasScope,
  isCaller,
  onApp,
  type Rule,
  type RuleMap,
} from "../../../../src/access/rules.ts";

const inInvoicer = (scope: string): Rule => and(isCaller, hasScope(scope), onApp("invoicer"));

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
