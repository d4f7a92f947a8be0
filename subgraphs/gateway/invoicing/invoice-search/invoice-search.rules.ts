import { type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const invoiceSearchRules: RuleMap = {
  Query: { invoiceSearch: inInvoicer("read:invoices") },
};
