import { withApproval } from "../../../../src/access/account-rights.ts";
import { and, costsByUse, type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const bulkSendRules: RuleMap = {
  Query: { invoiceBatch: inInvoicer("read:invoices") },
  Mutation: {
    bulkSendInvoices: and(
      inInvoicer("update:invoices"),
      withApproval("invoicer"),
      costsByUse("invoice.send"),
    ),
  },
};
