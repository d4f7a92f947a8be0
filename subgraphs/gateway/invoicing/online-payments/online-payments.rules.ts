import { isPublic, type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

export const onlinePaymentRules: RuleMap = {
  Query: {
    onlinePayments: inInvoicer("read:invoices"),
    paymentPayouts: inInvoicer("read:invoices"),
    paymentPayout: inInvoicer("read:invoices"),
  },
  // The payment link is the authorization.
  Mutation: { payInvoiceOnline: isPublic },
};
