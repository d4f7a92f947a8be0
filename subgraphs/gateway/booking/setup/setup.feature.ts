import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BookingArchiveResolver } from "./archive.resolver.ts";
import { BookingSetupResolver } from "./setup.resolver.ts";
import { TimeOffResolver } from "./time-off.resolver.ts";
import { WorkingHoursResolver } from "./working-hours.resolver.ts";
import { bookingSetupRules } from "./setup.rules.ts";

export const bookingSetupFeature: FeatureGraph = {
  resolvers: [BookingSetupResolver, BookingArchiveResolver, WorkingHoursResolver, TimeOffResolver],
  rules: bookingSetupRules,
};
