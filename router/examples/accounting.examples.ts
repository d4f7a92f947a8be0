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
  ListFiscalPeriods: { input: { year: 2026 } },
  CloseFiscalPeriod: { input: { periodId: "fpd_demo_books_202603" } },
  ReopenFiscalPeriod: { input: { periodId: "fpd_demo_books_202001", reason: "A late invoice" } },
  GetTrialBalance: { input: { asOf: "2026-03-31", compareWith: "previous_year" } },
  GetGeneralLedger: { input: { accountId: "lac_demo_rent", from: "2026-01-01", to: "2026-03-31" } },
  GetProfitAndLoss: { input: { from: "2026-03-01", to: "2026-03-31", compareWith: "previous_period" } },
  GetBalanceSheet: { input: { asOf: "2026-03-31" } },
  GetCashFlowStatement: { input: { from: "2026-03-01", to: "2026-03-31" } },
};
