import { demoId } from "../../src/demo-identities.ts";
import type { ExampleRows } from "./example.types.ts";

const year = { from: "2026-01-01", to: "2026-12-31" };
const month = "2026-11";
const statement = {
  accountId: "acc_demo_1",
  format: "csv",
  content: "date,payee,amount\n2026-05-06,Bus Line,-2.50\n",
};

/** Personal finance: accounts, transactions, budgets, bills, wealth, reports. */
export const financeExamples: ExampleRows = {
  CreateAccount: {
    input: {
      name: "Holiday savings",
      kind: "savings",
      currency: "USD",
      openingBalance: 250,
      openedOn: "2026-01-02",
    },
  },
  GetAccountBalanceHistory: { input: { accountId: "acc_demo_1", ...year, step: "month" } },
  UpdateAccount: { input: { accountId: "acc_demo_1", name: "Main checking" } },
  CloseAccount: { input: { accountId: "acc_demo_savings", transferTo: "acc_demo_1" } },
  DeleteFinanceAccount: { input: { accountId: "acc_demo_unused" } },
  AdjustAccountBalance: {
    input: {
      accountId: "acc_demo_savings",
      date: "2026-10-31",
      newBalance: 6_400,
      reason: "Interest that was not booked",
    },
  },
  ReconcileAccount: {
    input: { accountId: "acc_demo_broker", statementDate: "2026-06-30", statementBalance: 5000 },
  },
  SyncBankLink: { input: { linkId: "conn_demo_1" } },
  SetExchangeRate: { input: { date: "2026-05-04", base: "EUR", quote: "USD", rate: 1.08 } },
  AddTransaction: {
    input: {
      accountId: "acc_demo_1",
      date: "2026-05-12",
      amount: -18.4,
      payee: "Corner Grocer",
      categoryId: "cat_demo_1",
    },
  },
  ListTransactions: { input: { accountId: "acc_demo_1", limit: 20 } },
  SearchTransactions: { input: { query: "market" } },
  UpdateTransaction: { input: { transactionId: "trn_demo_1", notes: "For the party" } },
  SplitTransaction: {
    input: {
      transactionId: "trn_demo_1",
      splits: [
        { categoryId: "cat_demo_1", amount: -40 },
        { categoryId: "cat_demo_utilities", amount: -24.2 },
      ],
    },
  },
  UnsplitTransaction: { input: { transactionId: "trn_demo_split" } },
  BulkCategorize: { input: { transactionIds: ["trn_demo_1"], categoryId: "cat_demo_utilities" } },
  AddTransfer: {
    input: { fromAccountId: "acc_demo_1", toAccountId: "acc_demo_savings", date: "2026-05-12", amount: 100 },
  },
  MarkTransactionCleared: { input: { transactionIds: ["trn_demo_1"], cleared: false } },
  ReviewTransaction: { input: { transactionIds: ["trn_demo_1"], reviewed: true } },
  MatchTransfer: { input: { transactionIdA: "trn_demo_out", transactionIdB: "trn_demo_in" } },
  UnmatchTransfer: { input: { transferId: "tfr_demo_1" } },
  FindDuplicateTransactions: { input: { accountId: "acc_demo_1" } },
  MergeDuplicateTransactions: { input: { keepId: "trn_demo_once", dropIds: ["trn_demo_twice"] } },
  AttachTransactionReceipt: {
    input: { transactionId: "trn_demo_1", fileId: demoId("file", "receipt") },
  },
  ListTransactionReceipts: { input: { transactionId: "trn_demo_split" } },
  GetTransactionReceiptFile: { input: { transactionId: "trn_demo_split", receiptId: "frc_demo_1" } },
  RemoveTransactionReceipt: { input: { transactionId: "trn_demo_split", receiptId: "frc_demo_1" } },
  ListPayees: { input: { query: "market" } },
  GetPayee: { input: { payeeId: "pye_demo_once" } },
  RenamePayee: { input: { payeeId: "pye_demo_once", name: "Garden Center, Springfield" } },
  MergePayees: { input: { sourceIds: ["pye_demo_twice"], targetId: "pye_demo_once" } },
  SetPayeeDefaultCategory: { input: { payeeId: "pye_demo_once", categoryId: "cat_demo_1" } },
  CreateTag: { input: { name: "vacation", color: "#0b5394" } },
  TagTransactions: { input: { transactionIds: ["trn_demo_1"], add: ["garden"], remove: ["party"] } },
  DeleteTag: { input: { tagId: "ftg_demo_1" } },
  SaveImportMapping: {
    input: {
      accountId: "acc_demo_1",
      name: "Bank download",
      mapping: { date: "Posted", amount: "Value", payee: "Text", dateFormat: "mdy" },
    },
  },
  ExportTransactions: { input: { format: "csv", ...year } },
  PreviewImport: { input: statement },
  ImportTransactions: { input: statement },
  CreateCategory: { input: { name: "Gifts", kind: "expense" } },
  CreateCategoryGroup: { input: { name: "Leisure" } },
  UpdateCategory: { input: { categoryId: "cat_demo_1", name: "Food", taxLine: "Schedule C, line 24b" } },
  ArchiveCategory: { input: { categoryId: "cat_demo_1", moveTo: "cat_demo_utilities" } },
  MergeCategories: { input: { sourceId: "cat_demo_1", targetId: "cat_demo_utilities" } },
  UpdateCategoryGroup: { input: { groupId: "cgr_demo_1", name: "Home", order: 2 } },
  CreateRule: {
    input: {
      conditions: [{ field: "payee", operator: "contains", value: "Power" }],
      actions: [{ set: "category", value: "cat_demo_utilities" }],
    },
  },
  UpdateRule: { input: { ruleId: "rul_demo_1", stopOnMatch: true } },
  TestRule: {
    input: {
      conditions: [{ field: "payee", operator: "contains", value: "Bus" }],
      actions: [{ set: "tag", value: "commute" }],
      limit: 5,
    },
  },
  ApplyRules: { input: year },
  CreateBudget: {
    input: {
      name: "Trips",
      currency: "USD",
      method: "tracking",
      categoryIds: ["cat_demo_1"],
      firstMonth: "2026-01",
    },
  },
  GetBudgetMonth: { input: { budgetId: "bud_demo_1", month } },
  GetBudgetProgress: { input: { budgetId: "bud_demo_1", month } },
  SetBudgetAmount: { input: { budgetId: "bud_demo_1", month, categoryId: "cat_demo_1", amount: 480 } },
  MoveBudgetMoney: {
    input: {
      budgetId: "bud_demo_1",
      month: "2026-01",
      fromCategoryId: "cat_demo_1",
      toCategoryId: "cat_demo_utilities",
      amount: 25,
    },
  },
  SetCategoryRollover: {
    input: { budgetId: "bud_demo_1", categoryId: "cat_demo_1", mode: "carry_negative", fromMonth: month },
  },
  HoldForNextMonth: { input: { budgetId: "bud_demo_1", month, amount: 20 } },
  UpdateBudget: { input: { budgetId: "bud_demo_1", name: "Household 2026" } },
  CopyBudgetMonth: { input: { budgetId: "bud_demo_1", fromMonth: "2026-01", toMonth: month } },
  CoverOverspending: {
    input: {
      budgetId: "bud_demo_1",
      month: "2026-01",
      categoryId: "cat_demo_utilities",
      fromCategoryId: "cat_demo_1",
    },
  },
  CreateGoal: { input: { name: "Bicycle", targetAmount: 900, accountId: "acc_demo_savings" } },
  UpdateGoal: { input: { goalId: "gol_demo_1", targetAmount: 8_500, targetDate: "2031-06-01" } },
  ContributeToGoal: { input: { goalId: "gol_demo_1", amount: 50 } },
  WithdrawFromGoal: { input: { goalId: "gol_demo_1", amount: 25 } },
  CloseGoal: { input: { goalId: "gol_demo_1", outcome: "dropped" } },
  ProjectGoal: { input: { goalId: "gol_demo_1", monthlyAmount: 250 } },
  CreateBill: {
    input: {
      payee: "City Power",
      amount: 96.35,
      rrule: "FREQ=MONTHLY",
      startsOn: "2031-01-16",
      accountId: "acc_demo_1",
    },
  },
  MarkBillPaid: { input: { billId: "bil_demo_1", occurrenceDate: "2026-02-02" } },
  SkipBill: { input: { billId: "bil_demo_1", occurrenceDate: "2026-03-02" } },
  UpdateBill: { input: { billId: "bil_demo_1", amount: 1_495 } },
  AddLoan: {
    input: {
      name: "Boat loan",
      principal: 9000,
      annualRate: 6.1,
      termMonths: 36,
      startDate: "2026-03-01",
      currency: "USD",
    },
  },
  GetLoanSchedule: { input: { loanId: "lon_demo_1", extraMonthly: 100 } },
  AddSecurity: { input: { symbol: "CALM", name: "Calm Bond Fund", kind: "fund", currency: "USD" } },
  RecordTrade: {
    input: {
      accountId: "acc_demo_broker",
      securityId: "sec_demo_1",
      side: "buy",
      date: "2026-10-05",
      quantity: 5,
      price: 104.2,
    },
  },
  SetSecurityPrice: { input: { securityId: "sec_demo_1", date: "2026-10-06", price: 105.1 } },
  GetNetWorthHistory: { input: { ...year, currency: "USD" } },
  AnalyzeCashflow: { input: { ...year, groupBy: "month" } },
  GetSpendingByCategory: { input: year },
  GetSpendingTrends: { input: { categoryId: "cat_demo_1", months: 6 } },
  GetIncomeSummary: { input: year },
  ComparePeriods: {
    input: {
      periodA: { from: "2026-01-01", to: "2026-03-31" },
      periodB: { from: "2026-04-01", to: "2026-06-30" },
    },
  },
  GetTopMerchants: { input: { ...year, limit: 5 } },
  GetSavingsRate: { input: year },
  DetectUnusualSpending: { input: { ...year, sensitivity: "high" } },
  GetFinancialSummary: { input: { month } },
  GetPortfolioPerformance: { input: { ...year, accountId: "acc_demo_broker" } },
  ProjectTaxes: { input: { year: 2026, filingStatus: "single", income: { wages: 85_000 } } },
};
