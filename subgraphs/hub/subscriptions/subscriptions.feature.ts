import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { BillingResolver } from "./billing.resolver.ts";
import {
  PlanSubscriptionResolver,
  SubscriptionsResolver,
  UserSubscriptionsResolver,
  AccountSubscriptionsResolver,
} from "./subscriptions.resolver.ts";
import { subscriptionsRules } from "./subscriptions.rules.ts";

export const subscriptionsFeature: FeatureGraph = {
  resolvers: [
    SubscriptionsResolver,
    PlanSubscriptionResolver,
    UserSubscriptionsResolver,
    AccountSubscriptionsResolver,
    BillingResolver,
  ],
  rules: subscriptionsRules,
};
