import {
  and,
  costs,
  hasScope,
  isCaller,
  isPublic,
  onApp,
  ownedBy,
  type RuleMap,
} from "../../../src/access/rules.ts";

const readsInvoices = and(isCaller, hasScope("read:invoices"));
const writesInvoices = and(isCaller, hasScope("write:invoices"), onApp("invoicer"));

export const invoicingRules: RuleMap = {
  Query: {
    invoice: and(readsInvoices, onApp("invoicer")),
    invoices: and(readsInvoices, onApp("invoicer")),
    invoicePaymentPage: isPublic,
  },
  Mutation: { createInvoice: and(writesInvoices, costs("invoice.create")) },
  // A key that may write but not read still gets the answer to its own write.
  Invoice: and(isCaller, ownedBy("ownerId")),
  InvoiceClient: ownedBy("ownerId"),
  User: { recentInvoices: and(readsInvoices, ownedBy("id")) },
  App: { recentInvoices: readsInvoices },
};
