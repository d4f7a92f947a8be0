import { withApproval } from "../../../../src/access/account-rights.ts";
import { and, type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const sellerProfileRules: RuleMap = {
  Query: { sellerProfile: inInvoicer("read:invoices") },
  Mutation: {
    updateSellerProfile: inInvoicer("update:invoices"),
    // Clients pay where documents say: a member needs the approving level.
    updateSellerBankDetails: and(inInvoicer("update:invoices"), withApproval("invoicer")),
  },
};
