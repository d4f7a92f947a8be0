import { and, isPublic, type RuleMap } from "../../../../src/access/rules.ts";
import { withApproval } from "../../../../src/access/account-rights.ts";
import { inInvoicer } from "../invoicing-access.ts";

/** The link needs no sign-in, so a member creates one with the approving level only. */
const opens = and(inInvoicer("update:invoices"), withApproval("invoicer"));

export const clientPortalRules: RuleMap = {
  // The link is the authorization.
  Query: {
    clientPortalPage: isPublic,
    clientPortalReceipt: isPublic,
    invoicePdfByLink: isPublic,
    quotationPdfByLink: isPublic,
  },
  Mutation: {
    createClientPortalLink: opens,
    revokeClientPortalLink: inInvoicer("update:invoices"),
    updatePortalContact: isPublic,
    removePortalPaymentMethod: isPublic,
  },
};
