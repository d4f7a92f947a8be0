import type { AreaDefinition } from "../area.ts";
import { financeArea } from "./finance.area.ts";
import type { FinanceGroup } from "./groups.ts";

export const financeAccountChangesOperations: AreaDefinition<FinanceGroup> = {
  ...financeArea,
  group: "account-changes",
  operations: [
    {
      name: "UpdateAccount",
      field: "mutation.updateAccount",
      rest: { method: "PATCH", path: "/accounts/{accountId}" },
      tool: {
        name: "update_account",
        keywords: ["rename wallet fix opening balance leave out of net worth"],
        idempotent: true,
      },
    },
    {
      name: "CloseAccount",
      field: "mutation.closeAccount",
      rest: { method: "POST", path: "/accounts/{accountId}/close" },
      tool: {
        name: "close_account",
        keywords: ["no longer use old bank account card cancelled"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ReopenAccount",
      field: "mutation.reopenAccount",
      rest: { method: "POST", path: "/accounts/{accountId}/reopen" },
      tool: {
        name: "reopen_account",
        keywords: ["use closed account again undo closing"],
        idempotent: true,
      },
    },
    {
      name: "DeleteFinanceAccount",
      field: "mutation.deleteFinanceAccount",
      rest: { method: "DELETE", path: "/accounts/{accountId}" },
      tool: {
        name: "delete_account",
        keywords: ["remove empty account created by mistake"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "AdjustAccountBalance",
      field: "mutation.adjustAccountBalance",
      rest: { method: "POST", path: "/accounts/{accountId}/balance-adjustments", status: 201 },
      tool: {
        name: "adjust_account_balance",
        keywords: [
          "set balance correct difference actual cash in wallet house worth",
          "bank and my numbers are off by fix",
        ],
      },
    },
  ],
};
