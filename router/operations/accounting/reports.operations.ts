import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

const month = { from: "2026-03-01", to: "2026-03-31" };

export const accountingReportsOperations: AreaDefinition<CentralGroup> = {
  area: "accounting-reports",
  title: "Accounting reports",
  pathPrefix: "/accounting/reports",
  group: "accounting-reports",
  operations: [
    {
      name: "GetTrialBalance",
      field: "query.trialBalance",
      rest: { method: "GET", path: "/trial-balance" },
      tool: {
        name: "get_trial_balance",
        keywords: ["bookkeeping books tie out check sums"],
        example: { asOf: month.to },
      },
    },
    {
      name: "GetGeneralLedger",
      field: "query.generalLedger",
      rest: { method: "GET", path: "/general-ledger" },
      tool: {
        name: "get_general_ledger",
        keywords: ["bookkeeping account statement movements history transactions"],
        example: { accountId: "lac_01m853j85mqsazhj33f9m7ax3a", ...month },
      },
    },
    {
      name: "GetProfitAndLoss",
      field: "query.profitAndLoss",
      rest: { method: "GET", path: "/profit-and-loss" },
      tool: {
        name: "get_profit_and_loss",
        keywords: ["bookkeeping earnings statement p&l revenue did we make money"],
        firstDay: true,
        example: { ...month, basis: "accrual" },
      },
    },
    {
      name: "GetBalanceSheet",
      field: "query.balanceSheet",
      rest: { method: "GET", path: "/balance-sheet" },
      tool: {
        name: "get_balance_sheet",
        keywords: ["bookkeeping financial position what do we own owe worth"],
        example: { asOf: month.to },
      },
    },
    {
      name: "GetCashFlowStatement",
      field: "query.cashFlowStatement",
      rest: { method: "GET", path: "/cash-flow" },
      tool: {
        name: "get_cash_flow_statement",
        keywords: ["bookkeeping where did the money go operating investing financing"],
        example: month,
      },
    },
    {
      name: "GetAccountingReportFile",
      field: "query.accountingReportFile",
      rest: {
        method: "GET",
        path: "/export",
        file: { download: "download", types: ["text/csv", "application/pdf"] },
      },
      tool: {
        name: "export_accounting_report",
        keywords: ["bookkeeping download print spreadsheet accountant statement csv pdf"],
        example: { report: "profit_and_loss", format: "csv", ...month },
      },
    },
    {
      name: "GetAccountsReceivableAging",
      field: "query.accountsReceivableAging",
      rest: { method: "GET", path: "/receivable-aging" },
      tool: {
        name: "get_accounts_receivable_aging",
        keywords: ["debtors ledger books control account receivables report"],
      },
    },
  ],
};
