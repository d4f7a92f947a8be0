import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const appPostingsOperations: AreaDefinition<CentralGroup> = {
  area: "app-postings",
  title: "Postings of apps to the ledger",
  pathPrefix: "/accounting",
  group: "app-postings",
  operations: [
    {
      name: "SyncAppToLedger",
      field: "mutation.syncAppToLedger",
      rest: { method: "POST", path: "/app-postings/sync" },
      tool: {
        name: "sync_app_to_ledger",
        keywords: ["bookkeeping book invoices payments payroll refunds expenses into journal"],
        idempotent: true,
      },
    },
    {
      name: "GetSubledgerReconciliation",
      field: "query.subledgerReconciliation",
      rest: { method: "GET", path: "/reports/subledger-reconciliation" },
      tool: {
        name: "get_subledger_reconciliation",
        group: "accounting-reports",
        keywords: ["control account receivables payables differ agree check open invoices"],
      },
    },
    {
      name: "GetLedgerMapping",
      field: "query.ledgerMapping",
      rest: { method: "GET", path: "/ledger-mapping" },
      tool: {
        name: "get_ledger_mapping",
        keywords: ["which account bookkeeping receivable sales tax wages settings"],
      },
    },
    {
      name: "UpdateLedgerMapping",
      field: "mutation.updateLedgerMapping",
      rest: { method: "PATCH", path: "/ledger-mapping" },
      tool: {
        name: "update_ledger_mapping",
        keywords: ["choose account bookkeeping receivable sales tax wages settings"],
        idempotent: true,
        example: { accounts: [{ slot: "sales", accountId: "lac_01m853j85mqsazhj33f9m7ax3a" }] },
      },
    },
    {
      name: "UpdateAutomaticPosting",
      field: "mutation.updateAutomaticPosting",
      rest: { method: "PUT", path: "/automatic-postings/{appId}" },
      tool: {
        name: "update_automatic_posting",
        keywords: ["bookkeeping automation events switch on off post automatically"],
        idempotent: true,
      },
    },
  ],
};
