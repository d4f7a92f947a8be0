import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { DataExportsResolver } from "./data-exports.resolver.ts";
import { dataExportsRules } from "./data-exports.rules.ts";

export const dataExportsFeature: FeatureGraph = { resolvers: [DataExportsResolver], rules: dataExportsRules };
