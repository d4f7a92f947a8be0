import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { ConnectedCalendarsResolver } from "./connected-calendars.resolver.ts";
import { connectedCalendarsRules } from "./connected-calendars.rules.ts";

export const connectedCalendarsFeature: FeatureGraph = {
  resolvers: [ConnectedCalendarsResolver],
  rules: connectedCalendarsRules,
};
