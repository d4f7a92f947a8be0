import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BookingsResolver } from "./bookings.resolver.ts";
import { ReadBookingsResolver } from "./read-bookings.resolver.ts";
import { bookingRules } from "./bookings.rules.ts";

export const bookingsFeature: FeatureGraph = {
  resolvers: [BookingsResolver, ReadBookingsResolver],
  rules: bookingRules,
};
