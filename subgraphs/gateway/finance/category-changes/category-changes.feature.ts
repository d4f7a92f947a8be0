import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceCategoryChangesResolver } from "./category-changes.resolver.ts";

export const financeCategoryChangesFeature: FeatureGraph = {
  resolvers: [FinanceCategoryChangesResolver],
  rules: {
    Query: { financeCategoryGroups: readsFinance },
    Mutation: {
      updateCategory: writesFinance,
      archiveCategory: writesFinance,
      mergeCategories: writesFinance,
      updateCategoryGroup: writesFinance,
    },
  },
};
