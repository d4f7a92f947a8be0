import { type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

/** What invoices are made of; its scopes are theirs. */
export const catalogueRules: RuleMap = {
  Query: {
    catalogueItem: inInvoicer("read:invoices"),
    catalogueItems: inInvoicer("read:invoices"),
    taxRates: inInvoicer("read:invoices"),
  },
  Mutation: {
    createItem: inInvoicer("write:invoices"),
    updateItem: inInvoicer("update:invoices"),
    createTaxRate: inInvoicer("write:invoices"),
    setDefaultTaxRate: inInvoicer("update:invoices"),
  },
};
