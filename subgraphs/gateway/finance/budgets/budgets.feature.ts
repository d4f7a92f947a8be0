import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { readsFinance, writesFinance } from "../finance-access.ts";
import { FinanceBudgetChangesResolver } from "./budget-changes.resolver.ts";
import { FinanceBudgetsResolver } from "./budgets.resolver.ts";

export const financeBudgetsFeature: FeatureGraph = {
  resolvers: [FinanceBudgetsResolver, FinanceBudgetChangesResolver],
  rules: {
    Query: {
      budgets: readsFinance,
      budgetMonth: readsFinance,
      budgetProgress: readsFinance,
      budget: readsFinance,
      budgetSuggestions: readsFinance,
    },
    Mutation: {
      createBudget: writesFinance,
      setBudgetAmount: writesFinance,
      moveBudgetMoney: writesFinance,
      setCategoryRollover: writesFinance,
      holdForNextMonth: writesFinance,
      updateBudget: writesFinance,
      deleteBudget: writesFinance,
      copyBudgetMonth: writesFinance,
      coverOverspending: writesFinance,
    },
  },
};
