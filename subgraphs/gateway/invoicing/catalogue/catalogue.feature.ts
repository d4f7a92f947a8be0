import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CatalogueResolver } from "./catalogue.resolver.ts";
import { catalogueRules } from "./catalogue.rules.ts";

export const catalogueFeature: FeatureGraph = { resolvers: [CatalogueResolver], rules: catalogueRules };
