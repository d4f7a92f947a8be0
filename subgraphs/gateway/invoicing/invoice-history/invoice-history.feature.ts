import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { InvoiceHistoryResolver } from "./invoice-history.resolver.ts";
import { invoiceHistoryRules } from "./invoice-history.rules.ts";

export const invoiceHistoryFeature: FeatureGraph = {
  resolvers: [InvoiceHistoryResolver],
  rules: invoiceHistoryRules,
};
