import {
  and,
  commitsMoney,
  costs,
  hasScope,
  hasTier,
  isAuthenticated,
  isPublic,
  ownedBy,
  withAnyScope,
  type RuleMap,
} from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

const readsInvoices = and(isAuthenticated, hasScope("read:invoices"));

export const invoicingRules: RuleMap = {
  Query: {
    invoice: inInvoicer("read:invoices"),
    invoices: inInvoicer("read:invoices"),
    invoicePaymentPage: isPublic,
    invoiceSettings: inInvoicer("read:invoices"),
    // The external API is included in the tier, so its operations cost no credits.
    externalInvoices: and(inInvoicer("read:invoices"), hasTier("api-access")),
  },
  Mutation: {
    createInvoice: and(inInvoicer("write:invoices"), costs("invoice.create")),
    sendInvoice: and(inInvoicer("update:invoices"), costs("invoice.send")),
    markInvoiceSent: inInvoicer("update:invoices"),
    markInvoicePaid: and(inInvoicer("update:invoices"), commitsMoney),
    cancelInvoice: inInvoicer("update:invoices"),
    updateInvoice: inInvoicer("update:invoices"),
    deleteDraftInvoice: inInvoicer("delete:invoices"),
    updateInvoiceSettings: inInvoicer("update:invoices"),
    createExternalInvoice: and(inInvoicer("write:invoices"), hasTier("integration")),
  },
  // A key with the write scope only still gets the response to its own write.
  Invoice: and(isAuthenticated, withAnyScope, ownedBy("ownerId")),
  InvoiceClient: ownedBy("ownerId"),
  User: { recentInvoices: and(readsInvoices, ownedBy("id")) },
  App: { recentInvoices: readsInvoices },
};
