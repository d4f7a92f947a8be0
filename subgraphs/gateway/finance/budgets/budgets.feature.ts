import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceBudgetsResolver } from "./budgets.resolver.ts";

export const financeBudgetsFeature: FeatureGraph = {
  resolvers: [FinanceBudgetsResolver],
  rules: {
    Query: {
      budgets: readsFinance,
      budgetMonth: readsFinance,
      budgetProgress: readsFinance,
      goals: readsFinance,
    },
    Mutation: {
      createBudget: writesFinance,
      setBudgetAmount: writesFinance,
      moveBudgetMoney: writesFinance,
      setCategoryRollover: writesFinance,
      holdForNextMonth: writesFinance,
      createGoal: writesFinance,
      contributeToGoal: writesFinance,
    },
  },
};
