import {
  and,
  commitsMoney,
  isUser,
  limitedAs,
  movesMoney,
  ownedBy,
  type RuleMap,
} from "../../../src/access/rules.ts";

const billsPayer = and(isUser, movesMoney);

export const subscriptionsRules: RuleMap = {
  Query: {
    subscriptionOverview: isUser,
    appSubscription: isUser,
    planSubscriptions: isUser,
    paymentMethods: isUser,
    billingInvoices: isUser,
    upcomingInvoice: isUser,
    subscriptionChangePreview: isUser,
  },
  Mutation: {
    openSubscriptionCheckout: and(isUser, limitedAs("payment-create")),
    cancelSubscription: billsPayer,
    reactivateSubscription: billsPayer,
    pauseSubscription: billsPayer,
    resumeSubscription: billsPayer,
    updateSubscription: billsPayer,
    setDefaultPaymentMethod: and(isUser, commitsMoney),
    detachPaymentMethod: isUser,
    retryBillingInvoice: billsPayer,
    openBillingPortal: isUser,
  },
  User: { subscriptions: and(isUser, ownedBy("id")) },
};
