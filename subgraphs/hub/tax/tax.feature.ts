import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { TaxBusinessesResolver } from "./businesses.resolver.ts";
import { taxRules } from "./tax.rules.ts";

export const taxFeature: FeatureGraph = { resolvers: [TaxBusinessesResolver], rules: taxRules };
