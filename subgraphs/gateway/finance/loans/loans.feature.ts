import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceLoansResolver } from "./loans.resolver.ts";

export const financeLoansFeature: FeatureGraph = {
  resolvers: [FinanceLoansResolver],
  rules: {
    Query: {
      loanSchedule: readsFinance,
      extraPaymentSimulation: readsFinance,
      payoffStrategies: readsFinance,
    },
    Mutation: { addLoan: writesFinance },
  },
};
