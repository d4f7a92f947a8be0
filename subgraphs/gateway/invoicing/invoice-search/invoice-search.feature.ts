import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { InvoiceSearchResolver } from "./invoice-search.resolver.ts";
import { invoiceSearchRules } from "./invoice-search.rules.ts";

export const invoiceSearchFeature: FeatureGraph = {
  resolvers: [InvoiceSearchResolver],
  rules: invoiceSearchRules,
};
