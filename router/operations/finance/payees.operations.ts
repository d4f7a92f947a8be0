import type { AreaDefinition } from "../area.ts";
import { financeArea } from "./finance.area.ts";
import type { FinanceGroup } from "./groups.ts";

export const financePayeesOperations: AreaDefinition<FinanceGroup> = {
  ...financeArea,
  group: "payees",
  operations: [
    {
      name: "ListPayees",
      field: "query.financePayees",
      rest: { method: "GET", path: "/payees" },
      tool: { name: "list_payees", keywords: ["shops merchants who do i pay people companies"] },
    },
    {
      name: "GetPayee",
      field: "query.financePayee",
      rest: { method: "GET", path: "/payees/{payeeId}" },
      tool: { name: "get_payee", keywords: ["history with one shop merchant average bill"] },
    },
    {
      name: "RenamePayee",
      field: "mutation.renamePayee",
      rest: { method: "PATCH", path: "/payees/{payeeId}" },
      tool: {
        name: "rename_payee",
        keywords: ["cleaner shop name merchant called differently"],
        idempotent: true,
      },
    },
    {
      name: "MergePayees",
      field: "mutation.mergePayees",
      rest: { method: "POST", path: "/payees/merge" },
      tool: {
        name: "merge_payees",
        keywords: ["same shop under several names variants combine merchants"],
        destructive: true,
        example: { sourceIds: ["pye_2"], targetId: "pye_1" },
      },
    },
    {
      name: "SetPayeeDefaultCategory",
      field: "mutation.setPayeeDefaultCategory",
      rest: { method: "PUT", path: "/payees/{payeeId}/default-category" },
      tool: {
        name: "set_payee_default_category",
        keywords: ["this shop is always groceries usual kind of merchant", "place always goes under"],
        idempotent: true,
      },
    },
  ],
};
