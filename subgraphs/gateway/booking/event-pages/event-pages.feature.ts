import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { EventPagesResolver } from "./event-pages.resolver.ts";
import { eventPagesRules } from "./event-pages.rules.ts";

export const eventPagesFeature: FeatureGraph = {
  resolvers: [EventPagesResolver],
  rules: eventPagesRules,
};
