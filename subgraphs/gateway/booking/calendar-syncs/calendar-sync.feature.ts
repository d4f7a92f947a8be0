import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CalendarSyncResolver } from "./calendar-sync.resolver.ts";
import { calendarSyncRules } from "./calendar-sync.rules.ts";

export const calendarSyncFeature: FeatureGraph = {
  resolvers: [CalendarSyncResolver],
  rules: calendarSyncRules,
};
