import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const ledgerExportsOperations: AreaDefinition<CentralGroup> = {
  area: "ledger-exports",
  title: "Exports of journal entries to QuickBooks and Xero",
  pathPrefix: "/accounting",
  group: "ledger-exports",
  operations: [
    {
      name: "StartLedgerExport",
      field: "mutation.startLedgerExport",
      rest: { method: "POST", path: "/exports", status: 202 },
      tool: {
        name: "start_ledger_export",
        keywords: ["send journal entries books to quickbooks online xero accountant sync period"],
        openWorld: true,
        job: {
          id: "id",
          readWith: "get_ledger_export",
          argument: "exportId",
          state: "status",
          done: ["completed"],
          failed: ["failed"],
        },
        example: {
          connectionId: "ocn_01m853j85mqsazhj33f9m7ax3a",
          from: "2026-03-01",
          to: "2026-03-31",
        },
      },
    },
    {
      name: "ListLedgerExports",
      field: "query.ledgerExports",
      rest: { method: "GET", path: "/exports" },
      tool: { name: "list_ledger_exports", keywords: ["quickbooks xero which periods were sent"] },
    },
    {
      name: "GetLedgerExport",
      field: "query.ledgerExport",
      rest: { method: "GET", path: "/exports/{exportId}" },
      tool: { name: "get_ledger_export", keywords: ["quickbooks xero progress finished failed"] },
    },
    {
      name: "ListLedgerExportEntries",
      field: "query.ledgerExportEntries",
      rest: { method: "GET", path: "/exports/{exportId}/entries" },
      tool: {
        name: "list_ledger_export_entries",
        keywords: ["quickbooks xero refused journal entries reasons results"],
      },
    },
    {
      name: "GetLedgerExportAccounts",
      field: "query.ledgerExportAccounts",
      rest: { method: "GET", path: "/export-accounts" },
      tool: {
        name: "get_ledger_export_accounts",
        keywords: ["quickbooks xero chart of accounts mapping match codes"],
        openWorld: true,
      },
    },
    {
      name: "UpdateLedgerExportAccounts",
      field: "mutation.updateLedgerExportAccounts",
      rest: { method: "PATCH", path: "/export-accounts" },
      tool: {
        name: "update_ledger_export_accounts",
        keywords: ["quickbooks xero map account assign chart"],
        idempotent: true,
        example: {
          connectionId: "ocn_01m853j85mqsazhj33f9m7ax3a",
          accounts: [{ accountId: "lac_01m853j85mqsazhj33f9m7ax3a", remoteAccountId: "35" }],
        },
      },
    },
  ],
};
