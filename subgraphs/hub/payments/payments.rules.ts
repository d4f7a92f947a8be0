import { and, isPayer, limitedAs, type RuleMap } from "../../../src/access/rules.ts";

const pays = and(isPayer, limitedAs("payment-create"));

export const paymentsRules: RuleMap = {
  Query: { paymentTransactions: isPayer },
  Mutation: { createPaymentIntent: pays, createCheckoutSession: pays },
};
