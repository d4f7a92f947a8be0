import { and, hasScope, isCaller, onApp, type Rule, type RuleMap } from "../../../../src/access/rules.ts";

const inInvoicer = (scope: string): Rule => and(isCaller, hasScope(scope), onApp("invoicer"));

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
