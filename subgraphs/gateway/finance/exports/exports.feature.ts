import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance } from "../finance-access.ts";
import { FinanceExportsResolver } from "./exports.resolver.ts";

export const financeExportsFeature: FeatureGraph = {
  resolvers: [FinanceExportsResolver],
  rules: { Query: { transactionExport: readsFinance } },
};
