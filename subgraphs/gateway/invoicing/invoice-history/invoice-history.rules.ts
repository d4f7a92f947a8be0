import { type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const invoiceHistoryRules: RuleMap = {
  Query: { invoiceHistory: inInvoicer("read:invoices") },
};
