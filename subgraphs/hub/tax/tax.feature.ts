import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { TaxBusinessesResolver } from "./businesses/businesses.resolver.ts";
import { TaxFormsResolver } from "./forms/forms.resolver.ts";
import { taxRules } from "./tax.rules.ts";

export const taxFeature: FeatureGraph = {
  resolvers: [TaxBusinessesResolver, TaxFormsResolver],
  rules: taxRules,
};
