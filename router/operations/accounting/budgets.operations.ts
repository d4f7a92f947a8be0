import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

const accountId = "lac_01m853j85mqsazhj33f9m7ax3a";
const budgetId = "lbg_01m853j85mqsazhj33f9m7ax3a";
const lines = [{ accountId, month: "2026-01-01", amount: 1200 }];

export const ledgerBudgetsOperations: AreaDefinition<CentralGroup> = {
  area: "ledger-budgets",
  title: "Budgets of the books",
  pathPrefix: "/accounting/budgets",
  group: "ledger-budgets",
  operations: [
    {
      name: "CreateLedgerBudget",
      field: "mutation.createLedgerBudget",
      rest: { method: "POST", path: "", status: 201 },
      tool: {
        name: "create_ledger_budget",
        keywords: ["bookkeeping plan forecast business targets"],
        example: { name: "Plan 2026", lines },
      },
    },
    {
      name: "GetLedgerBudget",
      field: "query.ledgerBudget",
      rest: { method: "GET", path: "/{budgetId}" },
      tool: { name: "get_ledger_budget", keywords: ["bookkeeping plan forecast business lines"] },
    },
    {
      name: "ListLedgerBudgets",
      field: "query.ledgerBudgets",
      rest: { method: "GET", path: "" },
      tool: { name: "list_ledger_budgets", keywords: ["bookkeeping plans forecasts business"] },
    },
    {
      name: "UpdateLedgerBudget",
      field: "mutation.updateLedgerBudget",
      rest: { method: "PATCH", path: "/{budgetId}" },
      tool: {
        name: "update_ledger_budget",
        keywords: ["bookkeeping plan forecast change rename month amount"],
        idempotent: true,
        example: { budgetId, lines },
      },
    },
    {
      name: "DeleteLedgerBudget",
      field: "mutation.deleteLedgerBudget",
      rest: { method: "DELETE", path: "/{budgetId}" },
      tool: {
        name: "delete_ledger_budget",
        keywords: ["bookkeeping plan forecast remove"],
        destructive: true,
      },
    },
  ],
};
