import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const bankReconciliationOperations: AreaDefinition<CentralGroup> = {
  area: "bank-reconciliation",
  title: "Bank statements and reconciliation",
  pathPrefix: "/accounting",
  group: "bank-reconciliation",
  operations: [
    {
      name: "ImportBankStatement",
      field: "mutation.importBankStatement",
      rest: { method: "POST", path: "/bank-statements", status: 201 },
      tool: {
        name: "import_bank_statement",
        keywords: ["csv ofx camt file upload books reconcile ledger"],
        file: { as: "content", encoding: "utf8", types: ["text/csv", "text/plain"] },
        example: {
          ledgerAccountId: "lac_01m853j85mqsazhj33f9m7ax3a",
          format: "csv",
          content: "date,payee,amount\n2026-01-05,Acme Paper,-12.50\n",
        },
      },
    },
    {
      name: "ImportConnectedBankLines",
      field: "mutation.importConnectedBankLines",
      rest: { method: "POST", path: "/bank-statements/import-connected", status: 201 },
      tool: {
        name: "import_connected_bank_lines",
        group: "bank-rules",
        keywords: ["plaid bank feed connection transactions into books reconcile ledger"],
        idempotent: true,
        example: {
          ledgerAccountId: "lac_01m853j85mqsazhj33f9m7ax3a",
          bankAccountId: "bacc_01m853j85mqsazhj33f9m7ax3a",
          from: "2026-03-01",
          to: "2026-03-31",
        },
      },
    },
    {
      name: "ListBankStatements",
      field: "query.bankStatements",
      rest: { method: "GET", path: "/bank-statements" },
      tool: { name: "list_bank_statements", keywords: ["imported files books reconcile open"] },
    },
    {
      name: "ListBankLines",
      field: "query.bankLines",
      rest: { method: "GET", path: "/bank-statements/{statementId}/lines" },
      tool: { name: "list_bank_lines", keywords: ["statement rows matched entries books"] },
    },
    {
      name: "ListUnmatchedBankLines",
      field: "query.unmatchedBankLines",
      rest: { method: "GET", path: "/bank-statements/{statementId}/unmatched-lines" },
      tool: {
        name: "list_unmatched_bank_lines",
        keywords: ["statement rows left over reconcile suggest entry books"],
      },
    },
    {
      name: "MatchBankLine",
      field: "mutation.matchBankLine",
      rest: { method: "POST", path: "/bank-lines/{lineId}/match" },
      tool: {
        name: "match_bank_line",
        keywords: ["statement payment belongs to journal entry link assign reconcile"],
        idempotent: true,
        example: {
          lineId: "bln_01m853j85mqsazhj33f9m7ax3a",
          entryIds: ["jen_01m853j85mqsazhj33f9m7ax3a"],
        },
      },
    },
    {
      name: "UnmatchBankLine",
      field: "mutation.unmatchBankLine",
      rest: { method: "POST", path: "/bank-lines/{lineId}/unmatch" },
      tool: {
        name: "unmatch_bank_line",
        keywords: ["statement row undo wrong match free entry"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "CompleteBankReconciliation",
      field: "mutation.completeBankReconciliation",
      rest: { method: "POST", path: "/bank-statements/{statementId}/complete" },
      tool: {
        name: "complete_bank_reconciliation",
        keywords: ["finish reconcile statement agrees"],
        idempotent: true,
      },
    },
    {
      name: "ListBankReconciliations",
      field: "query.bankReconciliations",
      rest: { method: "GET", path: "/bank-reconciliations" },
      tool: {
        name: "list_bank_reconciliations",
        keywords: ["reconciled months completed reopened who when"],
      },
    },
    {
      name: "ReopenBankReconciliation",
      field: "mutation.reopenBankReconciliation",
      rest: { method: "POST", path: "/bank-statements/{statementId}/reopen" },
      tool: {
        name: "reopen_bank_reconciliation",
        keywords: ["reconcile statement again correct match"],
        destructive: true,
      },
    },
  ],
};
