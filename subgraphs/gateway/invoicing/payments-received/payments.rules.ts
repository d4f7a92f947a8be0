import { withApproval } from "../../../../src/access/account-rights.ts";
import { and, commitsMoney, costs, type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

const settles = and(inInvoicer("update:invoices"), commitsMoney);

/**
 * Payments use the scopes of invoices. They only record money, but each changes what a client owes.
 */
export const receivedPaymentRules: RuleMap = {
  Query: {
    receivedPayment: inInvoicer("read:invoices"),
    paymentReceiptPdf: and(inInvoicer("read:invoices"), costs("document.pdf")),
    receivedPayments: inInvoicer("read:invoices"),
    unappliedPayments: inInvoicer("read:invoices"),
  },
  Mutation: {
    recordPayment: settles,
    refundPayment: settles,
    voidPayment: settles,
    allocatePayment: settles,
    writeOffInvoice: settles,
    sendPaymentReceipt: and(inInvoicer("update:invoices"), withApproval("invoicer"), costs("document.send")),
  },
};
