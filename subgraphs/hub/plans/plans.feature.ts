import { isAdmin } from "../../../src/access/rules.ts";
import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { PlansResolver } from "./plans.resolver.ts";

export const plansFeature: FeatureGraph = {
  resolvers: [PlansResolver],
  rules: { Query: { planRegistry: isAdmin }, Mutation: { createPlan: isAdmin, updatePlan: isAdmin } },
};
