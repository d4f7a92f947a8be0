import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { DataSourcesResolver } from "./data-sources.resolver.ts";
import { dataSourcesRules } from "./data-sources.rules.ts";

export const dataSourcesFeature: FeatureGraph = {
  resolvers: [DataSourcesResolver],
  rules: dataSourcesRules,
};
