/** Tool groups of the app `finance` with their titles, in the order in which they are listed. */
export const financeGroups = {
  accounts: "Accounts",
  "account-changes": "Account changes",
  "bank-links-and-import": "Bank links and import",
  "import-records": "Import records and export",
  transactions: "Transactions",
  "transaction-checks": "Checks, transfers and duplicates",
  "transaction-receipts": "Receipts of transactions",
  categories: "Categories",
  payees: "Payees",
  tags: "Tags",
  "categorisation-rules": "Categorisation rules",
  budgets: "Budgets",
  "budget-changes": "Budget changes and suggestions",
  goals: "Goals",
  "bills-and-subscriptions": "Bills and subscriptions",
  "bill-changes": "Bills and their changes",
  investments: "Investments",
  "trades-and-tax-lots": "Trades and tax lots",
  "asset-allocation": "Asset allocation",
  "assets-and-loans": "Assets and loans",
  "net-worth-cash-flow-reports": "Net worth, cash flow, reports",
  "spending-insight": "Trends, comparisons, summaries",
  taxes: "Taxes",
  "currencies-and-alerts": "Currencies and alerts",
} as const;

export type FinanceGroup = keyof typeof financeGroups;
