import { holdsScope } from "../../../../src/access/principal.ts";
import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ExternalQuotationsResolver, QuotationPortalResolver } from "./external-quotations.resolver.ts";
import { QuotationsResolver } from "./quotations.resolver.ts";
import { quotationRules } from "./quotations.rules.ts";
import { readQuotations } from "./read-quotations.service.ts";

export const quotationsFeature: FeatureGraph = {
  resolvers: [QuotationsResolver, ExternalQuotationsResolver, QuotationPortalResolver],
  rules: quotationRules,
  references: {
    // Reached without a root field and its rule, so the scope is checked here.
    Quotation: {
      batch: (references, ctx) =>
        holdsScope(ctx.principal, "read:quotations")
          ? readQuotations(
              ctx as InvoicingContext,
              references.map(({ id }) => String(id)),
            )
          : references.map(() => null),
    },
  },
};
