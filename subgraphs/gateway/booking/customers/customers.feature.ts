import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { BookingCustomersResolver } from "./customers.resolver.ts";
import { bookingCustomerRules } from "./customers.rules.ts";

export const bookingCustomersFeature: FeatureGraph = {
  resolvers: [BookingCustomersResolver],
  rules: bookingCustomerRules,
};
