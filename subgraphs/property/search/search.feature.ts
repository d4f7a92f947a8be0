import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { publishedData } from "../public-data.ts";
import { SearchResolver } from "./search.resolver.ts";
import { searchRules } from "./search.rules.ts";

export const searchFeature: FeatureGraph = {
  resolvers: [SearchResolver],
  rules: searchRules,
  caching: { "Query.searchProperties": publishedData },
};
