import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { InvoiceFilesResolver } from "./invoice-files.resolver.ts";
import { invoiceFileRules } from "./invoice-files.rules.ts";

export const invoiceFilesFeature: FeatureGraph = {
  resolvers: [InvoiceFilesResolver],
  rules: invoiceFileRules,
};
