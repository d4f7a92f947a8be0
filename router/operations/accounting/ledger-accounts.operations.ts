import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const ledgerAccountsOperations: AreaDefinition<CentralGroup> = {
  area: "ledger-accounts",
  title: "Chart of accounts",
  pathPrefix: "/accounting",
  group: "chart-of-accounts",
  operations: [
    {
      name: "ListLedgerAccounts",
      field: "query.ledgerAccounts",
      rest: { method: "GET", path: "/ledger-accounts" },
      tool: {
        name: "list_ledger_accounts",
        keywords: ["bookkeeping coa nominal codes gl what accounts do i have"],
      },
    },
    {
      name: "CreateLedgerAccount",
      field: "mutation.createLedgerAccount",
      bodyKey: "account",
      rest: { method: "POST", path: "/ledger-accounts", status: 201 },
      tool: {
        name: "create_ledger_account",
        keywords: ["bookkeeping new nominal code gl category"],
        example: { code: "6320", name: "Staff training", type: "expense" },
      },
    },
    {
      name: "UpdateLedgerAccount",
      field: "mutation.updateLedgerAccount",
      bodyKey: "account",
      rest: { method: "PATCH", path: "/ledger-accounts/{accountId}" },
      tool: {
        name: "update_ledger_account",
        keywords: ["bookkeeping edit rename reparent unarchive gl"],
        idempotent: true,
        example: { accountId: "lac_01m853j85mqsazhj33f9m7ax3a", name: "Staff training" },
      },
    },
    {
      name: "ArchiveLedgerAccount",
      field: "mutation.archiveLedgerAccount",
      bodyKey: "account",
      rest: { method: "POST", path: "/ledger-accounts/{accountId}/archive" },
      tool: {
        name: "archive_ledger_account",
        keywords: ["bookkeeping hide retire close gl"],
        idempotent: true,
      },
    },
    {
      name: "CreateChartOfAccounts",
      field: "mutation.createChartOfAccounts",
      rest: { method: "POST", path: "/chart-of-accounts", status: 201 },
      tool: {
        name: "create_chart_of_accounts",
        keywords: ["start bookkeeping set up books small business standard default"],
        idempotent: true,
        firstDay: true,
        example: { template: "us_small_business" },
      },
    },
    {
      name: "ImportChartOfAccounts",
      field: "mutation.importChartOfAccounts",
      rest: {
        method: "POST",
        path: "/chart-of-accounts/import",
        textBody: { type: "text/csv", as: "csv" },
      },
      tool: {
        name: "import_chart_of_accounts",
        keywords: ["bookkeeping load migrate quickbooks xero spreadsheet"],
        idempotent: true,
        file: { as: "csv", encoding: "utf8", types: ["text/csv", "text/plain"] },
        example: { csv: "code,name,type\n4000,Sales,income\n" },
      },
    },
  ],
};
