import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { AiResolver } from "./ai.resolver.ts";
import { ImageResolver } from "./images/image.resolver.ts";
import { GenerationsResolver } from "./generations/generations.resolver.ts";
import { aiRules } from "./ai.rules.ts";

export const aiFeature: FeatureGraph = {
  resolvers: [AiResolver, ImageResolver, GenerationsResolver],
  hasSubscriptions: true,
  rules: aiRules,
};
