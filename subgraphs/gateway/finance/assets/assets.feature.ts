import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceAssetsResolver } from "./assets.resolver.ts";

export const financeAssetsFeature: FeatureGraph = {
  resolvers: [FinanceAssetsResolver],
  rules: {
    Query: { assetValuations: readsFinance },
    Mutation: { addAsset: writesFinance, recordAssetValuation: writesFinance },
  },
};
