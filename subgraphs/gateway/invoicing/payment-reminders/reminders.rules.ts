import { withApproval } from "../../../../src/access/account-rights.ts";
import { and, costs, type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const reminderRules: RuleMap = {
  Mutation: {
    sendPaymentReminder: and(inInvoicer("update:invoices"), withApproval("invoicer"), costs("invoice.send")),
  },
};
