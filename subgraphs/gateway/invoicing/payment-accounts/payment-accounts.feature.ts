import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { PaymentAccountsResolver } from "./payment-accounts.resolver.ts";
import { paymentAccountRules } from "./payment-accounts.rules.ts";

export const paymentAccountsFeature: FeatureGraph = {
  resolvers: [PaymentAccountsResolver],
  rules: paymentAccountRules,
};
