import type { RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const documentLinksRules: RuleMap = {
  Mutation: {
    regeneratePaymentLink: inInvoicer("update:invoices"),
    revokePaymentLink: inInvoicer("update:invoices"),
    regenerateQuotationLink: inInvoicer("update:quotations"),
    revokeQuotationLink: inInvoicer("update:quotations"),
  },
};
