import { withRight } from "../../../src/access/account-rights.ts";
import { and, isPayer, limitedAs, type RuleMap } from "../../../src/access/rules.ts";

const bills = and(isPayer, withRight("bill"));
const pays = and(bills, limitedAs("payment-create"));

export const paymentsRules: RuleMap = {
  Query: { paymentTransactions: bills },
  Mutation: { createPaymentIntent: pays, createCheckoutSession: pays },
};
