import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BusyCalendarResolver } from "./busy-calendar.resolver.ts";
import { busyCalendarRules } from "./busy-calendar.rules.ts";

export const busyCalendarFeature: FeatureGraph = {
  resolvers: [BusyCalendarResolver],
  rules: busyCalendarRules,
};
