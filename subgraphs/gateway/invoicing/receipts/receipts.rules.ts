import { and, costs, type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

/** Receipts become expenses, and their scopes are those of invoices. */
export const receiptRules: RuleMap = {
  Query: {
    receipt: inInvoicer("read:invoices"),
    receiptImage: inInvoicer("read:invoices"),
    receipts: inInvoicer("read:invoices"),
  },
  Mutation: {
    scanReceipt: and(inInvoicer("write:invoices"), costs("receipt.scan")),
    confirmReceipt: inInvoicer("write:invoices"),
    discardReceipt: inInvoicer("update:invoices"),
  },
};
