import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { SearchResolver } from "./search.resolver.ts";
import { searchRules } from "./search.rules.ts";

export const searchFeature: FeatureGraph = { resolvers: [SearchResolver], rules: searchRules };
