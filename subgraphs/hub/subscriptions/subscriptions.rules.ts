import { withRight } from "../../../src/access/account-rights.ts";
import {
  and,
  commitsMoney,
  isUser,
  limitedAs,
  movesMoney,
  ownedBy,
  type RuleMap,
} from "../../../src/access/rules.ts";

const bills = and(isUser, withRight("bill"));
const billsPayer = and(bills, movesMoney);

export const subscriptionsRules: RuleMap = {
  Query: {
    subscriptionOverview: bills,
    appSubscription: bills,
    planSubscriptions: bills,
    paymentMethods: bills,
    billingInvoices: bills,
    upcomingInvoice: bills,
    subscriptionChangePreview: bills,
  },
  Mutation: {
    openSubscriptionCheckout: and(bills, limitedAs("payment-create")),
    cancelSubscription: billsPayer,
    reactivateSubscription: billsPayer,
    pauseSubscription: billsPayer,
    resumeSubscription: billsPayer,
    updateSubscription: billsPayer,
    setDefaultPaymentMethod: and(bills, commitsMoney),
    detachPaymentMethod: bills,
    retryBillingInvoice: billsPayer,
    openBillingPortal: bills,
  },
  User: { subscriptions: and(isUser, ownedBy("id")) },
  // Null for an account that the request does not act for.
  Account: { subscriptions: bills },
};
