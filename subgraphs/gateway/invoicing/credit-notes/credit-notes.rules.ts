import { and, commitsMoney, type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

/** Credit notes correct invoices, and their scopes are those of invoices. */
export const creditNoteRules: RuleMap = {
  Query: {
    creditNote: inInvoicer("read:invoices"),
    creditNotes: inInvoicer("read:invoices"),
  },
  Mutation: {
    generateCreditNote: and(inInvoicer("write:invoices"), commitsMoney),
    applyCreditNote: and(inInvoicer("update:invoices"), commitsMoney),
  },
};
