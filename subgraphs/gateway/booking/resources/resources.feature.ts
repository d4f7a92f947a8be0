import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BookingResourcesResolver } from "./resources.resolver.ts";
import { bookingResourceRules } from "./resources.rules.ts";

export const bookingResourcesFeature: FeatureGraph = {
  resolvers: [BookingResourcesResolver],
  rules: bookingResourceRules,
};
