import { and, commitsMoney, costs, type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

/** Clients belong to invoices, and so do their scopes. */
export const clientRules: RuleMap = {
  Query: {
    client: inInvoicer("read:invoices"),
    clients: inInvoicer("read:invoices"),
    clientStatement: inInvoicer("read:invoices"),
    clientStatementPdf: and(inInvoicer("read:invoices"), costs("document.pdf")),
    clientBalance: inInvoicer("read:invoices"),
  },
  Mutation: {
    createClient: inInvoicer("write:invoices"),
    updateClient: inInvoicer("update:invoices"),
    archiveClient: inInvoicer("update:invoices"),
    restoreClient: inInvoicer("update:invoices"),
    mergeClients: and(inInvoicer("update:invoices"), commitsMoney),
    deleteClient: inInvoicer("delete:invoices"),
  },
};
