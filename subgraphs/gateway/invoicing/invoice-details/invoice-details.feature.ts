import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { InvoiceDetailsResolver } from "./invoice-details.resolver.ts";

/** What a single invoice shows besides its own fields. Access is that of the invoice. */
export const invoiceDetailsFeature: FeatureGraph = { resolvers: [InvoiceDetailsResolver], rules: {} };
