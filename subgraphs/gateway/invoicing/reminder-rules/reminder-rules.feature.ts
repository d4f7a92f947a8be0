import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { ReminderRulesResolver } from "./reminder-rules.resolver.ts";
import { reminderRuleRules } from "./reminder-rules.rules.ts";

export const reminderRulesFeature: FeatureGraph = {
  resolvers: [ReminderRulesResolver],
  rules: reminderRuleRules,
};
