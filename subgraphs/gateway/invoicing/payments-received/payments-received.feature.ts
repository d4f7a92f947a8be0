import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { PaymentsReceivedResolver } from "./payments.resolver.ts";
import { receivedPaymentRules } from "./payments.rules.ts";

export const paymentsReceivedFeature: FeatureGraph = {
  resolvers: [PaymentsReceivedResolver],
  rules: receivedPaymentRules,
};
