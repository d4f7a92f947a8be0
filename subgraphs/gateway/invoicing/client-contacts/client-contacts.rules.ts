import { type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

/** Contacts use the scopes of invoices, as clients do. */
export const clientContactRules: RuleMap = {
  Query: { clientContacts: inInvoicer("read:invoices") },
  Mutation: {
    addClientContact: inInvoicer("write:invoices"),
    updateClientContact: inInvoicer("update:invoices"),
    removeClientContact: inInvoicer("delete:invoices"),
  },
};
