import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { InvoiceLinesResolver } from "./invoice-lines.resolver.ts";
import { invoiceLinesRules } from "./invoice-lines.rules.ts";

export const invoiceLinesFeature: FeatureGraph = {
  resolvers: [InvoiceLinesResolver],
  rules: invoiceLinesRules,
};
