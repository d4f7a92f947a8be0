import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceInvestmentsResolver } from "./investments.resolver.ts";

export const financeInvestmentsFeature: FeatureGraph = {
  resolvers: [FinanceInvestmentsResolver],
  rules: {
    Query: { holdings: readsFinance },
    Mutation: { addSecurity: writesFinance, recordTrade: writesFinance, setSecurityPrice: writesFinance },
  },
};
