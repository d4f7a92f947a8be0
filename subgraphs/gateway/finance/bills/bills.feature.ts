import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceBillsResolver } from "./bills.resolver.ts";

export const financeBillsFeature: FeatureGraph = {
  resolvers: [FinanceBillsResolver],
  rules: {
    Query: { upcomingBills: readsFinance, recurringPayments: readsFinance },
    Mutation: { createBill: writesFinance, markBillPaid: writesFinance, skipBill: writesFinance },
  },
};
