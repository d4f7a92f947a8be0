import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceAllocationResolver } from "./allocation.resolver.ts";

export const financeAllocationFeature: FeatureGraph = {
  resolvers: [FinanceAllocationResolver],
  rules: {
    Query: { assetAllocation: readsFinance, rebalancingPlan: readsFinance },
    Mutation: { setTargetAllocation: writesFinance },
  },
};
