import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { NotificationsResolver } from "./notifications.resolver.ts";
import { notificationsRules } from "./notifications.rules.ts";

export const notificationsFeature: FeatureGraph = {
  resolvers: [NotificationsResolver],
  rules: notificationsRules,
};
