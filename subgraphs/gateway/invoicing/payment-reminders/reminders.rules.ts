import { and, costs, hasScope, isCaller, onApp, type RuleMap } from "../../../../src/access/rules.ts";

export const reminderRules: RuleMap = {
  Mutation: {
    sendPaymentReminder: and(isCaller, hasScope("update:invoices"), onApp("invoicer"), costs("invoice.send")),
  },
};
