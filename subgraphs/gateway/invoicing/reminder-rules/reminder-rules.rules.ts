import { withApproval } from "../../../../src/access/account-rights.ts";
import { and, type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

/** Rules send e-mails on their own, so a member needs the approving level to change them. */
const changes = and(inInvoicer("update:invoices"), withApproval("invoicer"));

export const reminderRuleRules: RuleMap = {
  Query: { reminderRules: inInvoicer("read:invoices") },
  Mutation: { createReminderRule: changes, updateReminderRule: changes, deleteReminderRule: changes },
};
