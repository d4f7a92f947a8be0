import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceImportRecordsResolver } from "./import-records.resolver.ts";

export const financeImportRecordsFeature: FeatureGraph = {
  resolvers: [FinanceImportRecordsResolver],
  rules: {
    Query: { importBatches: readsFinance, importMappings: readsFinance },
    Mutation: { saveImportMapping: writesFinance },
  },
};
