import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BookingSeriesResolver } from "./series.resolver.ts";
import { bookingSeriesRules } from "./series.rules.ts";

export const bookingSeriesFeature: FeatureGraph = {
  resolvers: [BookingSeriesResolver],
  rules: bookingSeriesRules,
};
