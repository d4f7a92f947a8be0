import type { AreaDefinition } from "../area.ts";
import { financeArea } from "./finance.area.ts";
import type { FinanceGroup } from "./groups.ts";

export const financeCategoryChangesOperations: AreaDefinition<FinanceGroup> = {
  ...financeArea,
  group: "categories",
  operations: [
    {
      name: "UpdateCategory",
      field: "mutation.updateCategory",
      rest: { method: "PATCH", path: "/categories/{categoryId}" },
      tool: {
        name: "update_category",
        keywords: ["rename kind of spending move to heading tax line"],
        idempotent: true,
      },
    },
    {
      name: "ArchiveCategory",
      field: "mutation.archiveCategory",
      rest: { method: "POST", path: "/categories/{categoryId}/archive" },
      tool: {
        name: "archive_category",
        keywords: ["hide retire kind of spending no longer needed"],
        idempotent: true,
      },
    },
    {
      name: "MergeCategories",
      field: "mutation.mergeCategories",
      rest: { method: "POST", path: "/categories/merge" },
      tool: {
        name: "merge_categories",
        keywords: ["combine two kinds of spending into one"],
        destructive: true,
      },
    },
    {
      name: "ListCategoryGroups",
      field: "query.financeCategoryGroups",
      rest: { method: "GET", path: "/category-groups" },
      tool: { name: "list_category_groups", keywords: ["headings of spending kinds"] },
    },
    {
      name: "UpdateCategoryGroup",
      field: "mutation.updateCategoryGroup",
      rest: { method: "PATCH", path: "/category-groups/{groupId}" },
      tool: {
        name: "update_category_group",
        keywords: ["rename heading order of headings"],
        idempotent: true,
      },
    },
  ],
};
