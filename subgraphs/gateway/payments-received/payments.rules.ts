import { and, hasScope, isCaller, onApp, type Rule, type RuleMap } from "../../../src/access/rules.ts";

const inInvoicer = (scope: string): Rule => and(isCaller, hasScope(scope), onApp("invoicer"));

/** Payments settle invoices; their scopes are those of invoices. They record money, and move none. */
export const receivedPaymentRules: RuleMap = {
  Query: {
    receivedPayment: inInvoicer("read:invoices"),
    receivedPayments: inInvoicer("read:invoices"),
  },
  Mutation: {
    recordPayment: inInvoicer("update:invoices"),
    refundPayment: inInvoicer("update:invoices"),
    voidPayment: inInvoicer("update:invoices"),
    allocatePayment: inInvoicer("update:invoices"),
    writeOffInvoice: inInvoicer("update:invoices"),
  },
};
