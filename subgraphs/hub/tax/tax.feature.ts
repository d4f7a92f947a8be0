import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { TaxBusinessesResolver } from "./businesses.resolver.ts";
import { TaxFormsResolver } from "./forms.resolver.ts";
import { taxRules } from "./tax.rules.ts";

export const taxFeature: FeatureGraph = {
  resolvers: [TaxBusinessesResolver, TaxFormsResolver],
  rules: taxRules,
};
