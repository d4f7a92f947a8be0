import type { RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const savedMethodsRules: RuleMap = {
  Query: {
    savedPaymentMethods: inInvoicer("read:invoices"),
    autoCharges: inInvoicer("read:invoices"),
  },
  Mutation: { removeSavedPaymentMethod: inInvoicer("update:invoices") },
};
