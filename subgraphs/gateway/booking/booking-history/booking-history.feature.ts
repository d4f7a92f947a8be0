import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BookingHistoryResolver } from "./booking-history.resolver.ts";
import { bookingHistoryRules } from "./booking-history.rules.ts";

export const bookingHistoryFeature: FeatureGraph = {
  resolvers: [BookingHistoryResolver],
  rules: bookingHistoryRules,
};
