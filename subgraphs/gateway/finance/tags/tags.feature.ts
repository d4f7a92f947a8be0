import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceTagsResolver } from "./tags.resolver.ts";

export const financeTagsFeature: FeatureGraph = {
  resolvers: [FinanceTagsResolver],
  rules: {
    Query: { financeTags: readsFinance },
    Mutation: { createTag: writesFinance, tagTransactions: writesFinance, deleteTag: writesFinance },
  },
};
