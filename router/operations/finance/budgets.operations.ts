import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financePlanningArea } from "./finance-planning.area.ts";

export const financeBudgetsOperations: AreaDefinition<FinanceGroup> = {
  ...financePlanningArea,
  group: "budgets",
  operations: [
    {
      name: "CreateBudget",
      field: "mutation.createBudget",
      rest: { method: "POST", path: "/budgets", status: 201 },
      tool: {
        name: "create_budget",
        firstDay: true,
        keywords: ["spending plan new month"],
        example: {
          name: "Household",
          currency: "USD",
          method: "envelope",
          categoryIds: ["cat_1"],
          amounts: [{ categoryId: "cat_1", amount: 400 }],
        },
      },
    },
    {
      name: "ListBudgets",
      field: "query.budgets",
      rest: { method: "GET", path: "/budgets" },
      tool: { name: "list_budgets", keywords: ["spending plans"] },
    },
    {
      name: "GetBudgetMonth",
      field: "query.budgetMonth",
      rest: { method: "GET", path: "/budgets/{budgetId}/months/{month}" },
      tool: {
        name: "get_budget_month",
        firstDay: true,
        keywords: ["my budget this month categories"],
        example: { budgetId: "bud_1", month: "2026-05" },
      },
    },
    {
      name: "GetBudgetProgress",
      field: "query.budgetProgress",
      rest: { method: "GET", path: "/budgets/{budgetId}/months/{month}/progress" },
      tool: {
        name: "get_budget_progress",
        firstDay: true,
        keywords: ["how much left budget staying within plan on track"],
        example: { budgetId: "bud_1", month: "2026-05" },
      },
    },
    {
      name: "SetBudgetAmount",
      field: "mutation.setBudgetAmount",
      rest: { method: "PUT", path: "/budgets/{budgetId}/months/{month}/amounts/{categoryId}" },
      tool: {
        name: "set_budget_amount",
        firstDay: true,
        keywords: ["set aside groceries rent per month limit envelope"],
        idempotent: true,
        example: { budgetId: "bud_1", month: "2026-05", categoryId: "cat_1", amount: 400 },
      },
    },
    {
      name: "MoveBudgetMoney",
      field: "mutation.moveBudgetMoney",
      rest: { method: "POST", path: "/budgets/{budgetId}/months/{month}/moves" },
      tool: {
        name: "move_budget_money",
        firstDay: true,
        keywords: ["shift from one envelope category to other"],
        example: {
          budgetId: "bud_1",
          month: "2026-05",
          fromCategoryId: "cat_1",
          toCategoryId: "cat_2",
          amount: 25,
        },
      },
    },
    {
      name: "SetCategoryRollover",
      field: "mutation.setCategoryRollover",
      rest: { method: "PUT", path: "/budgets/{budgetId}/rollovers/{categoryId}" },
      tool: {
        name: "set_category_rollover",
        keywords: ["leftover carries over to next month"],
        idempotent: true,
      },
    },
    {
      name: "HoldForNextMonth",
      field: "mutation.holdForNextMonth",
      rest: { method: "PUT", path: "/budgets/{budgetId}/months/{month}/held" },
      tool: {
        name: "hold_for_next_month",
        keywords: ["keep income money for next month"],
        idempotent: true,
        example: { budgetId: "bud_1", month: "2026-05", amount: 500 },
      },
    },
  ],
};
