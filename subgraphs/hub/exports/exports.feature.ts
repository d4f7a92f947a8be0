import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { ExportsResolver } from "./exports.resolver.ts";
import { exportsRules } from "./exports.rules.ts";

export const exportsFeature: FeatureGraph = { resolvers: [ExportsResolver], rules: exportsRules };
