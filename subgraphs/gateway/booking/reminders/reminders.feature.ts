import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BookingRemindersResolver } from "./reminders.resolver.ts";
import { bookingReminderRules } from "./reminders.rules.ts";

export const bookingRemindersFeature: FeatureGraph = {
  resolvers: [BookingRemindersResolver],
  rules: bookingReminderRules,
};
