import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BookingPagesResolver } from "./booking-pages.resolver.ts";
import { bookingPagesRules } from "./booking-pages.rules.ts";
import * as page from "./page-business.resolver.ts";
import { PublicBookingResolver } from "./public-booking.resolver.ts";

export const bookingPagesFeature: FeatureGraph = {
  resolvers: [
    BookingPagesResolver,
    PublicBookingResolver,
    page.BookingPageBusinessResolver,
    page.BookingResultBusinessResolver,
    page.ManagedBookingBusinessResolver,
    page.EventPageBusinessResolver,
    page.RegistrationBusinessResolver,
  ],
  rules: bookingPagesRules,
};
