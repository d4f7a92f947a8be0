import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { PaymentRemindersResolver } from "./reminders.resolver.ts";
import { reminderRules } from "./reminders.rules.ts";

export const paymentRemindersFeature: FeatureGraph = {
  resolvers: [PaymentRemindersResolver],
  rules: reminderRules,
};
