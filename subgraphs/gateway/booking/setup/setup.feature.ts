import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BookingSetupResolver } from "./setup.resolver.ts";
import { WorkingHoursResolver } from "./working-hours.resolver.ts";
import { bookingSetupRules } from "./setup.rules.ts";

export const bookingSetupFeature: FeatureGraph = {
  resolvers: [BookingSetupResolver, WorkingHoursResolver],
  rules: bookingSetupRules,
};
