import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceTaxesResolver } from "./taxes.resolver.ts";

export const financeTaxesFeature: FeatureGraph = {
  resolvers: [FinanceTaxesResolver],
  rules: {
    Query: {
      taxProjection: readsFinance,
      taxProfile: readsFinance,
      quarterlyTaxes: readsFinance,
      filingStatusComparison: readsFinance,
      deductibleTransactions: readsFinance,
    },
    Mutation: { setTaxProfile: writesFinance },
  },
};
