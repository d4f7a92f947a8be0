import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { OnlinePaymentsResolver } from "./online-payments.resolver.ts";
import { onlinePaymentRules } from "./online-payments.rules.ts";

export const onlinePaymentsFeature: FeatureGraph = {
  resolvers: [OnlinePaymentsResolver],
  rules: onlinePaymentRules,
};
