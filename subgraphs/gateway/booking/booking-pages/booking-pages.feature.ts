import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BookingPagesResolver } from "./booking-pages.resolver.ts";
import { bookingPagesRules } from "./booking-pages.rules.ts";
import { PublicBookingResolver } from "./public-booking.resolver.ts";

export const bookingPagesFeature: FeatureGraph = {
  resolvers: [BookingPagesResolver, PublicBookingResolver],
  rules: bookingPagesRules,
};
