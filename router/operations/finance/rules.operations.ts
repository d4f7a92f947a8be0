import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financeArea } from "./finance.area.ts";

const example = {
  conditions: [{ field: "payee", operator: "contains", value: "market" }],
  actions: [{ set: "category", value: "cat_1" }],
};

export const financeRulesOperations: AreaDefinition<FinanceGroup> = {
  ...financeArea,
  group: "categorisation-rules",
  operations: [
    {
      name: "UpdateRule",
      field: "mutation.updateRule",
      rest: { method: "PATCH", path: "/rules/{ruleId}" },
      tool: {
        name: "update_rule",
        keywords: ["correct automatic categorization condition order of rules"],
        idempotent: true,
        example: { ruleId: "rul_1", ...example },
      },
    },
    {
      name: "DeleteRule",
      field: "mutation.deleteRule",
      rest: { method: "DELETE", path: "/rules/{ruleId}" },
      tool: {
        name: "delete_rule",
        keywords: ["stop sorting automatically remove categorization"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "TestRule",
      field: "query.ruleTest",
      rest: { method: "POST", path: "/rules/test" },
      tool: {
        name: "test_rule",
        keywords: ["try out preview what would automatic categorization change before"],
        example,
      },
    },
  ],
};
