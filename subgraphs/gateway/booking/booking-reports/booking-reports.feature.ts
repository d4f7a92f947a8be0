import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BookingReportsResolver } from "./booking-reports.resolver.ts";
import { bookingReportRules } from "./booking-reports.rules.ts";

export const bookingReportsFeature: FeatureGraph = {
  resolvers: [BookingReportsResolver],
  rules: bookingReportRules,
};
