import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CalendarSubscriptionResolver } from "./calendar-subscription.resolver.ts";
import { calendarSubscriptionRules } from "./calendar-subscription.rules.ts";

export const calendarSubscriptionFeature: FeatureGraph = {
  resolvers: [CalendarSubscriptionResolver],
  rules: calendarSubscriptionRules,
};
