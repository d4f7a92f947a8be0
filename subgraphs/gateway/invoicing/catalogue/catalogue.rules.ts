import { type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

/** Catalogue operations use the scopes of invoices. */
export const catalogueRules: RuleMap = {
  Query: {
    catalogueItem: inInvoicer("read:invoices"),
    catalogueItems: inInvoicer("read:invoices"),
    taxRates: inInvoicer("read:invoices"),
    lookedUpTaxRates: inInvoicer("read:invoices"),
  },
  Mutation: {
    createItem: inInvoicer("write:invoices"),
    updateItem: inInvoicer("update:invoices"),
    archiveItem: inInvoicer("update:invoices"),
    restoreItem: inInvoicer("update:invoices"),
    updateTaxRate: inInvoicer("update:invoices"),
    archiveTaxRate: inInvoicer("update:invoices"),
    createTaxRate: inInvoicer("write:invoices"),
    setDefaultTaxRate: inInvoicer("update:invoices"),
  },
};
