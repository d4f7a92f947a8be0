import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { AvailabilityResolver } from "./availability.resolver.ts";
import { availabilityRules } from "./availability.rules.ts";

export const availabilityFeature: FeatureGraph = {
  resolvers: [AvailabilityResolver],
  rules: availabilityRules,
};
