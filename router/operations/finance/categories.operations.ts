import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financeArea } from "./finance.area.ts";

export const financeCategoriesOperations: AreaDefinition<FinanceGroup> = {
  ...financeArea,
  operations: [
    {
      name: "CreateCategory",
      field: "mutation.createCategory",
      rest: { method: "POST", path: "/categories", status: 201 },
      tool: {
        name: "create_category",
        group: "categories",
        firstDay: true,
        keywords: ["new spending kind bucket"],
      },
    },
    {
      name: "ListCategories",
      field: "query.financeCategories",
      rest: { method: "GET", path: "/categories" },
      tool: {
        name: "list_categories",
        group: "categories",
        firstDay: true,
        keywords: ["what kinds of spending do i have"],
      },
    },
    {
      name: "CreateCategoryGroup",
      field: "mutation.createCategoryGroup",
      rest: { method: "POST", path: "/category-groups", status: 201 },
      tool: {
        name: "create_category_group",
        group: "categories",
        keywords: ["heading for kinds of spending"],
      },
    },
    {
      name: "CreateRule",
      field: "mutation.createRule",
      rest: { method: "POST", path: "/rules", status: 201 },
      tool: {
        name: "create_rule",
        group: "categorisation-rules",
        firstDay: true,
        keywords: ["always automatically categorize from now on"],
        example: {
          conditions: [{ field: "payee", operator: "contains", value: "market" }],
          actions: [{ set: "category", value: "cat_1" }],
        },
      },
    },
    {
      name: "ListRules",
      field: "query.categorisationRules",
      rest: { method: "GET", path: "/rules" },
      tool: { name: "list_rules", group: "categorisation-rules", keywords: ["what is sorted automatically"] },
    },
    {
      name: "ApplyRules",
      field: "mutation.applyRules",
      rest: { method: "POST", path: "/rules/apply" },
      tool: {
        name: "apply_rules",
        group: "categorisation-rules",
        firstDay: true,
        keywords: ["sort old purchases automatically past"],
        idempotent: true,
      },
    },
  ],
};
