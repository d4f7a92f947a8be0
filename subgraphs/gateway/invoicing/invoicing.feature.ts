import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import type { GatewayContext } from "../gateway.context.ts";
import { AppInvoicesResolver, InvoicingResolver, UserInvoicesResolver } from "./invoicing.resolver.ts";
import { invoicingRules } from "./invoicing.rules.ts";

export const invoicingFeature: FeatureGraph = {
  resolvers: [InvoicingResolver, UserInvoicesResolver, AppInvoicesResolver],
  rules: invoicingRules,
  references: { Invoice: ({ id }, ctx) => (ctx as GatewayContext).loaders.invoices.load(String(id)) },
};
