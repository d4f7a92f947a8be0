import { isInternal } from "../../../src/access/rules.ts";
import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { LedgerFactsResolver } from "./ledger-facts.resolver.ts";

/** The apps' side of the books, which the hub keeps. */
export const ledgerFactsFeature: FeatureGraph = {
  resolvers: [LedgerFactsResolver],
  rules: { Query: { ledgerFacts: isInternal, ledgerOpenItems: isInternal } },
};
