import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financePlanningArea } from "./finance-planning.area.ts";

export const financeGoalsOperations: AreaDefinition<FinanceGroup> = {
  ...financePlanningArea,
  group: "goals",
  operations: [
    {
      name: "CreateGoal",
      field: "mutation.createGoal",
      rest: { method: "POST", path: "/goals", status: 201 },
      tool: {
        name: "create_goal",
        firstDay: true,
        keywords: ["save up for car house trip saving target"],
      },
    },
    {
      name: "ListGoals",
      field: "query.goals",
      rest: { method: "GET", path: "/goals" },
      tool: { name: "list_goals", keywords: ["what am i saving for"] },
    },
    {
      name: "GetGoal",
      field: "query.goal",
      rest: { method: "GET", path: "/goals/{goalId}" },
      tool: { name: "get_goal", keywords: ["how far is one saving target progress contributions"] },
    },
    {
      name: "UpdateGoal",
      field: "mutation.updateGoal",
      rest: { method: "PATCH", path: "/goals/{goalId}" },
      tool: {
        name: "update_goal",
        keywords: ["rename saving target change amount deadline"],
        idempotent: true,
        example: { goalId: "gol_1", targetAmount: 1_200, targetDate: "2027-06-01" },
      },
    },
    {
      name: "ContributeToGoal",
      field: "mutation.contributeToGoal",
      rest: { method: "POST", path: "/goals/{goalId}/contributions" },
      tool: { name: "contribute_to_goal", keywords: ["put money toward saving add"] },
    },
    {
      name: "WithdrawFromGoal",
      field: "mutation.withdrawFromGoal",
      rest: { method: "POST", path: "/goals/{goalId}/withdrawals" },
      tool: { name: "withdraw_from_goal", keywords: ["take money back out of saving target release"] },
    },
    {
      name: "CloseGoal",
      field: "mutation.closeGoal",
      rest: { method: "POST", path: "/goals/{goalId}/close" },
      tool: {
        name: "close_goal",
        keywords: ["give up saving target abandon finished bought it"],
        idempotent: true,
      },
    },
    {
      name: "ProjectGoal",
      field: "query.goalProjection",
      rest: { method: "GET", path: "/goals/{goalId}/projection" },
      tool: {
        name: "project_goal",
        keywords: ["when will i have saved enough how much per month to reach target"],
      },
    },
  ],
};
