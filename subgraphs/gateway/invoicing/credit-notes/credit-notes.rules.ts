import {
  and,
  commitsMoney,
  hasScope,
  isCaller,
  onApp,
  type Rule,
  type RuleMap,
} from "../../../../src/access/rules.ts";

const inInvoicer = (scope: string): Rule => and(isCaller, hasScope(scope), onApp("invoicer"));

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
