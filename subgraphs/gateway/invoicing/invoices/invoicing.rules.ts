import { withApproval } from "../../../../src/access/account-rights.ts";
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

/** A member sends invoices with the approving level. */
const sends = and(inInvoicer("update:invoices"), withApproval("invoicer"));
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
    sendInvoice: and(sends, costs("invoice.send")),
    markInvoiceSent: sends,
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
  Account: { recentInvoices: and(readsInvoices, ownedBy("id")) },
  App: { recentInvoices: readsInvoices },
};
