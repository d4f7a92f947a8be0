import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { creditsRules } from "./credits.rules.ts";
import { CreditsResolver, UserCreditsResolver } from "./credits.resolver.ts";

export const creditsFeature: FeatureGraph = {
  resolvers: [CreditsResolver, UserCreditsResolver],
  rules: creditsRules,
};
