import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CalendarFeedResolver } from "./calendar-feed.resolver.ts";
import { calendarFeedRules } from "./calendar-feed.rules.ts";

export const calendarFeedFeature: FeatureGraph = {
  resolvers: [CalendarFeedResolver],
  rules: calendarFeedRules,
};
