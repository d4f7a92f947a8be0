import { withApproval } from "../../../../src/access/account-rights.ts";
import {
  and,
  costs,
  hasTier,
  isAuthenticated,
  isPublic,
  ownedBy,
  withAnyScope,
  type RuleMap,
} from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const quotationRules: RuleMap = {
  Query: {
    quotation: inInvoicer("read:quotations"),
    quotations: inInvoicer("read:quotations"),
    quotationPdf: and(inInvoicer("read:quotations"), costs("document.pdf")),
    quotationPortalPage: isPublic,
    // The external API is included in the tier, so its operations cost no credits.
    externalQuotations: and(inInvoicer("read:quotations"), hasTier("api-access")),
  },
  Mutation: {
    createQuotation: and(inInvoicer("write:quotations"), costs("quotation.create")),
    updateQuotation: inInvoicer("update:quotations"),
    deleteDraftQuotation: inInvoicer("delete:quotations"),
    sendQuotation: and(inInvoicer("update:quotations"), withApproval("invoicer"), costs("document.send")),
    acceptQuotation: inInvoicer("update:quotations"),
    declineQuotation: inInvoicer("update:quotations"),
    convertQuotationToInvoice: and(inInvoicer("write:invoices"), costs("invoice.create")),
    createExternalQuotation: and(inInvoicer("write:quotations"), hasTier("integration")),
    acceptQuotationByLink: isPublic,
    declineQuotationByLink: isPublic,
  },
  // The parent field checks the scope.
  Quotation: and(isAuthenticated, withAnyScope, ownedBy("ownerId")),
};
