import { demoBooksConnectionId } from "../../src/demo-identities.ts";
import type { ExampleRows } from "./example.types.ts";

/** Books of the demo account: chart and journal. */
export const accountingExamples: ExampleRows = {
  CreateLedgerAccount: { input: { code: "6330", name: "Staff training", type: "expense" } },
  UpdateLedgerAccount: { input: { accountId: "lac_demo_unused", name: "Small purchases" } },
  ArchiveLedgerAccount: { input: { accountId: "lac_demo_unused" } },
  CreateChartOfAccounts: { input: { template: "us_small_business" } },
  ImportChartOfAccounts: { input: { csv: "code,name,type\n4030,Workshops,income\n" } },
  CreateJournalEntry: {
    input: {
      date: "2026-04-30",
      memo: "Rent for April",
      lines: [
        { accountId: "lac_demo_rent", debit: 1200 },
        { accountId: "lac_demo_books_2", credit: 1200 },
      ],
    },
  },
  GetJournalEntry: { input: { entryId: "jen_demo_1" } },
  DeleteJournalEntry: { input: { entryId: "jen_demo_draft" } },
  PostJournalEntry: { input: { entryId: "jen_demo_draft" } },
  ReverseJournalEntry: { input: { entryId: "jen_demo_1", date: "2026-04-30" } },
  GetForeignBalances: { input: { asOf: "2026-03-31" } },
  RevalueForeignBalances: {
    input: { asOf: "2026-03-31", rates: [{ foreignCurrency: "EUR", exchangeRate: 1.0842 }] },
  },
  ListFiscalPeriods: { input: { year: 2026 } },
  CloseFiscalPeriod: { input: { periodId: "fpd_demo_books_202603" } },
  ReopenFiscalPeriod: { input: { periodId: "fpd_demo_books_202001", reason: "A late invoice" } },
  GetVendor: { input: { vendorId: "ven_demo_printer" } },
  CreateVendor: { input: { name: "Copper Wire Works", email: "office@copper.example" } },
  UpdateVendor: { input: { vendorId: "ven_demo_printer", form1099Box: "nonemployee_compensation" } },
  ListVendor1099Totals: { input: { year: 2026 } },
  CreateVendorBill: {
    input: {
      vendorId: "ven_demo_printer",
      number: "P-2044",
      date: "2026-04-01",
      dueDate: "2026-05-01",
      lines: [{ accountId: "lac_demo_rent", amount: 120.5, memo: "Posters" }],
    },
  },
  GetVendorBill: { input: { billId: "vbl_demo_part" } },
  ApproveVendorBill: { input: { billId: "vbl_demo_new" } },
  PayVendorBill: {
    input: { billId: "vbl_demo_part", amount: 100, date: "2026-04-20", fromAccountId: "lac_demo_books_2" },
  },
  VoidVendorBill: { input: { billId: "vbl_demo_new", date: "2026-04-20" } },
  VoidVendorBillPayment: { input: { paymentId: "vbp_demo_paid", date: "2026-04-20" } },
  GetAccountsPayableAging: { input: { asOf: "2026-04-30" } },
  GetAccountsReceivableAging: { input: { asOf: "2026-04-30" } },
  SyncAppToLedger: { input: { appId: "invoicer", from: "2025-01-01", to: "2026-12-31" } },
  GetSubledgerReconciliation: { input: { asOf: "2026-04-30" } },
  StartLedgerExport: {
    input: { connectionId: demoBooksConnectionId, from: "2026-03-01", to: "2026-03-02" },
  },
  GetLedgerExport: { input: { exportId: "lex_demo_1" } },
  ListLedgerExportEntries: { input: { exportId: "lex_demo_1" } },
  GetLedgerExportAccounts: { input: { connectionId: demoBooksConnectionId } },
  UpdateLedgerExportAccounts: {
    input: {
      connectionId: demoBooksConnectionId,
      accounts: [{ accountId: "lac_demo_unused", remoteAccountId: "quickbooks-6400" }],
    },
  },
  GetLedgerMapping: { input: { currency: "USD" } },
  UpdateLedgerMapping: { input: { accounts: [{ slot: "reimbursements", accountId: "lac_demo_rent" }] } },
  UpdateAutomaticPosting: { input: { appId: "payroll", enabled: true, from: "2026-04-01" } },
  CreateLedgerBudget: {
    input: {
      name: "Plan of the summer",
      lines: [
        { accountId: "lac_demo_rent", month: "2026-06-01", amount: 1200 },
        { accountId: "lac_demo_rent", month: "2026-07-01", amount: 1250 },
      ],
    },
  },
  GetLedgerBudget: { input: { budgetId: "lbg_demo_plan" } },
  UpdateLedgerBudget: {
    input: {
      budgetId: "lbg_demo_plan",
      lines: [{ accountId: "lac_demo_rent", month: "2026-03-01", amount: 1300 }],
    },
  },
  DeleteLedgerBudget: { input: { budgetId: "lbg_demo_plan" } },
  ImportBankStatement: {
    input: {
      ledgerAccountId: "lac_demo_books_2",
      format: "csv",
      content: "date,payee,amount\n2026-04-28,Lantern Print Shop,-250.00\n",
    },
  },
  ImportConnectedBankLines: {
    input: {
      ledgerAccountId: "lac_demo_savings",
      bankAccountId: "bacc_demo_1",
      from: "2026-04-01",
      to: "2036-12-31",
    },
  },
  ListBankStatements: { input: { ledgerAccountId: "lac_demo_books_2" } },
  ListBankLines: { input: { statementId: "bst_demo_april" } },
  ListUnmatchedBankLines: { input: { statementId: "bst_demo_april" } },
  MatchBankLine: { input: { lineId: "bln_demo_april_2", entryIds: ["jen_demo_paid"] } },
  UnmatchBankLine: { input: { lineId: "bln_demo_april" } },
  CreateBankRule: {
    input: { name: "Rent", texts: ["workshop rents"], direction: "out", accountId: "lac_demo_rent" },
  },
  ListBankRules: { input: { currency: "USD" } },
  UpdateBankRule: { input: { ruleId: "bmr_demo_print", position: 3 } },
  DeleteBankRule: { input: { ruleId: "bmr_demo_print" } },
  ApplyBankRule: { input: { lineId: "bln_demo_april_2", ruleId: "bmr_demo_print" } },
  CompleteBankReconciliation: {
    input: { statementId: "bst_demo_savings", openingBalance: 0, closingBalance: 80 },
  },
  ListBankReconciliations: { input: { ledgerAccountId: "lac_demo_books_2" } },
  ReopenBankReconciliation: { input: { statementId: "bst_demo_march", reason: "A line is missing" } },
  GetTrialBalance: { input: { asOf: "2026-03-31", compareWith: "previous_year" } },
  GetGeneralLedger: { input: { accountId: "lac_demo_rent", from: "2026-01-01", to: "2026-03-31" } },
  GetProfitAndLoss: { input: { from: "2026-03-01", to: "2026-03-31", compareWith: "previous_period" } },
  GetBalanceSheet: { input: { asOf: "2026-03-31" } },
  GetCashFlowStatement: { input: { from: "2026-03-01", to: "2026-03-31" } },
  GetAccountingReportFile: { input: { report: "trial_balance", format: "csv", asOf: "2026-03-31" } },
};
