import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { publishedPlans } from "../public-data.ts";
import { PricingResolver } from "./pricing.resolver.ts";
import { pricingRules } from "./pricing.rules.ts";

export const pricingFeature: FeatureGraph = {
  resolvers: [PricingResolver],
  rules: pricingRules,
  caching: { "Query.plans": publishedPlans },
};
