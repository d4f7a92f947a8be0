import { and, costs, type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const reminderRules: RuleMap = {
  Mutation: {
    sendPaymentReminder: and(inInvoicer("update:invoices"), costs("invoice.send")),
  },
};
