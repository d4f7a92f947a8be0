import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financePlanningArea } from "./finance-planning.area.ts";

export const financeBudgetChangesOperations: AreaDefinition<FinanceGroup> = {
  ...financePlanningArea,
  group: "budget-changes",
  operations: [
    {
      name: "GetBudget",
      field: "query.budget",
      rest: { method: "GET", path: "/budgets/{budgetId}" },
      tool: { name: "get_budget", keywords: ["show one spending plan its categories method"] },
    },
    {
      name: "UpdateBudget",
      field: "mutation.updateBudget",
      rest: { method: "PATCH", path: "/budgets/{budgetId}" },
      tool: {
        name: "update_budget",
        keywords: ["rename spending plan add remove category from budget"],
        idempotent: true,
        example: { budgetId: "bud_1", name: "Household 2026" },
      },
    },
    {
      name: "DeleteBudget",
      field: "mutation.deleteBudget",
      rest: { method: "DELETE", path: "/budgets/{budgetId}" },
      tool: {
        name: "delete_budget",
        keywords: ["throw away spending plan no longer needed"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "CopyBudgetMonth",
      field: "mutation.copyBudgetMonth",
      rest: { method: "PUT", path: "/budgets/{budgetId}/months/{toMonth}/copy" },
      tool: {
        name: "copy_budget_month",
        keywords: ["same budget as last month repeat amounts again"],
        idempotent: true,
        example: { budgetId: "bud_1", fromMonth: "2026-05", toMonth: "2026-06" },
      },
    },
    {
      name: "CoverOverspending",
      field: "mutation.coverOverspending",
      rest: { method: "POST", path: "/budgets/{budgetId}/months/{month}/covers" },
      tool: {
        name: "cover_overspending",
        keywords: ["overspent category spent too much take from other envelope fix"],
        idempotent: true,
        example: { budgetId: "bud_1", month: "2026-05", categoryId: "cat_1", fromCategoryId: "cat_2" },
      },
    },
    {
      name: "SuggestBudget",
      field: "query.budgetSuggestions",
      rest: { method: "GET", path: "/budget-suggestions" },
      tool: {
        name: "suggest_budget",
        keywords: ["what should my budget be realistic amounts from history proposal"],
      },
    },
  ],
};
