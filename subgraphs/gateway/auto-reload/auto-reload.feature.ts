import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { AutoReloadResolver } from "./auto-reload.resolver.ts";
import { autoReloadRules } from "./auto-reload.rules.ts";

export const autoReloadFeature: FeatureGraph = {
  resolvers: [AutoReloadResolver],
  rules: autoReloadRules,
};
