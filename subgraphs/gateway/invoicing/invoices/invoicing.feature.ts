import { holdsScope } from "../../../../src/access/principal.ts";
import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ExternalInvoicesResolver } from "./external-invoices.resolver.ts";
import { InvoiceLifeResolver } from "./invoice-life.resolver.ts";
import {
  AccountInvoicesResolver,
  AppInvoicesResolver,
  InvoicingResolver,
  UserInvoicesResolver,
} from "./invoicing.resolver.ts";
import { invoicingRules } from "./invoicing.rules.ts";

export const invoicingFeature: FeatureGraph = {
  resolvers: [
    InvoicingResolver,
    InvoiceLifeResolver,
    ExternalInvoicesResolver,
    UserInvoicesResolver,
    AccountInvoicesResolver,
    AppInvoicesResolver,
  ],
  rules: invoicingRules,
  references: {
    // Reached without a root field and its rule, so the scope is checked here.
    Invoice: {
      batch: (references, ctx) =>
        holdsScope(ctx.principal, "read:invoices")
          ? (ctx as InvoicingContext).loaders.invoices.loadMany(references.map(({ id }) => String(id)))
          : references.map(() => null),
    },
  },
};
