import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceBillChangesResolver } from "./bill-changes.resolver.ts";
import { FinanceBillsResolver } from "./bills.resolver.ts";

export const financeBillsFeature: FeatureGraph = {
  resolvers: [FinanceBillsResolver, FinanceBillChangesResolver],
  rules: {
    Query: {
      upcomingBills: readsFinance,
      recurringPayments: readsFinance,
      bill: readsFinance,
      bills: readsFinance,
      recurringCharges: readsFinance,
    },
    Mutation: {
      createBill: writesFinance,
      markBillPaid: writesFinance,
      skipBill: writesFinance,
      updateBill: writesFinance,
      deleteBill: writesFinance,
    },
  },
};
