import type { AccountCategory, AccountType } from "./account-categories.ts";

/** An account of a chart that is about to be created; `parent` is a code. */
export interface ChartAccount {
  code: string;
  name: string;
  type: AccountType;
  category: AccountCategory;
  parent: string | null;
}

type Row = readonly [code: string, name: string, category: AccountCategory, parent?: string];

/** Accounts of a small US business, by the sections of Schedule C and Form 1120-S. */
const rows: Record<AccountType, readonly Row[]> = {
  asset: [
    ["1000", "Cash and bank", "cash"],
    ["1010", "Checking account", "cash", "1000"],
    ["1020", "Savings account", "cash", "1000"],
    ["1050", "Undeposited funds", "cash", "1000"],
    ["1100", "Accounts receivable", "receivable"],
    ["1200", "Inventory", "inventory"],
    ["1300", "Prepaid expenses", "prepaid_expense"],
    ["1500", "Equipment and furniture", "fixed_asset"],
    ["1510", "Vehicles", "fixed_asset"],
    ["1590", "Accumulated depreciation", "accumulated_depreciation"],
    ["1800", "Security deposits", "other_asset"],
  ],
  liability: [
    ["2000", "Accounts payable", "payable"],
    ["2100", "Credit cards", "credit_card"],
    ["2200", "Sales tax payable", "tax_payable"],
    ["2300", "Payroll liabilities", "accrued_liability"],
    ["2310", "Payroll taxes payable", "accrued_liability", "2300"],
    ["2320", "Wages payable", "accrued_liability", "2300"],
    ["2400", "Customer deposits and deferred income", "deferred_income"],
    ["2410", "Deposits for bookings", "deferred_income", "2400"],
    ["2700", "Loans payable", "long_term_liability"],
  ],
  equity: [
    ["3000", "Owner's investment", "owner_equity"],
    ["3100", "Owner's draws", "owner_equity"],
    ["3900", "Retained earnings", "retained_earnings"],
  ],
  income: [
    ["4000", "Sales", "sales"],
    ["4010", "Service income", "sales", "4000"],
    ["4020", "Product sales", "sales", "4000"],
    ["4900", "Discounts and refunds", "sales"],
    ["7000", "Interest income", "other_income"],
    ["7100", "Other income", "other_income"],
    ["7200", "Exchange gains and losses", "other_income"],
  ],
  expense: [
    ["5000", "Cost of goods sold", "cost_of_sales"],
    ["5100", "Subcontractors", "cost_of_sales"],
    ["6000", "Advertising and marketing", "operating_expense"],
    ["6050", "Bank and processing fees", "operating_expense"],
    ["6100", "Insurance", "operating_expense"],
    ["6150", "Legal and professional fees", "operating_expense"],
    ["6200", "Meals", "operating_expense"],
    ["6250", "Office supplies", "operating_expense"],
    ["6300", "Wages and salaries", "operating_expense"],
    ["6310", "Payroll taxes", "operating_expense", "6300"],
    ["6320", "Employee benefits", "operating_expense", "6300"],
    ["6400", "Rent", "operating_expense"],
    ["6450", "Repairs and maintenance", "operating_expense"],
    ["6500", "Software and subscriptions", "operating_expense"],
    ["6550", "Taxes and licenses", "operating_expense"],
    ["6600", "Telephone and internet", "operating_expense"],
    ["6650", "Travel", "operating_expense"],
    ["6700", "Utilities", "operating_expense"],
    ["6750", "Vehicle expenses", "operating_expense"],
    ["6800", "Depreciation", "depreciation"],
    ["6900", "Bad debts", "operating_expense"],
    ["8000", "Interest expense", "other_expense"],
    ["8100", "Other expense", "other_expense"],
  ],
};

/** The chart of accounts of a small US business, parents first. */
export const usSmallBusinessChart: readonly ChartAccount[] = (Object.keys(rows) as AccountType[]).flatMap(
  (type) =>
    rows[type].map(([code, name, category, parent = null]) => ({ code, name, type, category, parent })),
);
