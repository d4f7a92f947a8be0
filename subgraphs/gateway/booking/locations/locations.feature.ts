import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BookingLocationsResolver } from "./locations.resolver.ts";
import { bookingLocationRules } from "./locations.rules.ts";

export const bookingLocationsFeature: FeatureGraph = {
  resolvers: [BookingLocationsResolver],
  rules: bookingLocationRules,
};
