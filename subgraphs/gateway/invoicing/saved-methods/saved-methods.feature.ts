import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { SavedMethodsResolver } from "./saved-methods.resolver.ts";
import { savedMethodsRules } from "./saved-methods.rules.ts";

export const savedMethodsFeature: FeatureGraph = {
  resolvers: [SavedMethodsResolver],
  rules: savedMethodsRules,
};
