import { withApproval } from "../../../../src/access/account-rights.ts";
import { and, commitsMoney, costs, type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

/** Credit notes correct invoices, and their scopes are those of invoices. */
export const creditNoteRules: RuleMap = {
  Query: {
    creditNote: inInvoicer("read:invoices"),
    creditNotes: inInvoicer("read:invoices"),
    creditNotePdf: and(inInvoicer("read:invoices"), costs("document.pdf")),
  },
  Mutation: {
    generateCreditNote: and(inInvoicer("write:invoices"), commitsMoney),
    applyCreditNote: and(inInvoicer("update:invoices"), commitsMoney),
    refundCreditNote: and(inInvoicer("update:invoices"), commitsMoney),
    voidCreditNote: and(inInvoicer("update:invoices"), commitsMoney),
    sendCreditNote: and(inInvoicer("update:invoices"), withApproval("invoicer"), costs("document.send")),
  },
};
