import type { AreaDefinition } from "../area.ts";
import { financeArea } from "./finance.area.ts";
import type { FinanceGroup } from "./groups.ts";

export const financeTagsOperations: AreaDefinition<FinanceGroup> = {
  ...financeArea,
  group: "tags",
  operations: [
    {
      name: "CreateTag",
      field: "mutation.createTag",
      rest: { method: "POST", path: "/tags", status: 201 },
      tool: { name: "create_tag", keywords: ["new label color for purchases"] },
    },
    {
      name: "ListTags",
      field: "query.financeTags",
      rest: { method: "GET", path: "/tags" },
      tool: { name: "list_tags", keywords: ["labels with their total cost of purchases"] },
    },
    {
      name: "TagTransactions",
      field: "mutation.tagTransactions",
      rest: { method: "POST", path: "/transactions/tags" },
      tool: {
        name: "tag_transactions",
        keywords: ["label purchases vacation put label take label off"],
        idempotent: true,
        example: { transactionIds: ["trn_1"], add: ["vacation"] },
      },
    },
    {
      name: "DeleteTag",
      field: "mutation.deleteTag",
      rest: { method: "DELETE", path: "/tags/{tagId}" },
      tool: {
        name: "delete_tag",
        keywords: ["remove label everywhere"],
        destructive: true,
        idempotent: true,
      },
    },
  ],
};
