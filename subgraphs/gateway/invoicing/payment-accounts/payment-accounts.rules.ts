import { withRight } from "../../../../src/access/account-rights.ts";
import { and, isPublic, limitedAs, type RuleMap } from "../../../../src/access/rules.ts";
import { inInvoicer } from "../invoicing-access.ts";

/** Where clients' money goes is decided by administrators of the account. */
const administers = and(inInvoicer("update:invoices"), withRight("administer"));

export const paymentAccountRules: RuleMap = {
  Query: { paymentAccount: inInvoicer("read:invoices") },
  Mutation: {
    startPaymentOnboarding: administers,
    updatePaymentAccount: administers,
    disconnectPaymentAccount: administers,
    receiveConnectEvent: and(isPublic, limitedAs("webhook-in")),
  },
};
