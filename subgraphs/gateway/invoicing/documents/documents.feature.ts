import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { InvoiceDocumentsResolver } from "./documents.resolver.ts";
import { invoiceDocumentRules } from "./documents.rules.ts";

export const invoiceDocumentsFeature: FeatureGraph = {
  resolvers: [InvoiceDocumentsResolver],
  rules: invoiceDocumentRules,
};
