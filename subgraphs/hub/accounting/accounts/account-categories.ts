/** Types of ledger accounts, and what reports distinguish within a type. */

export const accountTypes = ["asset", "liability", "equity", "income", "expense"] as const;
export type AccountType = (typeof accountTypes)[number];

/** Categories of each type; the first one is the default. */
export const categoriesOf = {
  asset: [
    "other_current_asset",
    "cash",
    "receivable",
    "inventory",
    "prepaid_expense",
    "fixed_asset",
    "accumulated_depreciation",
    "other_asset",
  ],
  liability: [
    "other_current_liability",
    "payable",
    "credit_card",
    "accrued_liability",
    "tax_payable",
    "deferred_income",
    "long_term_liability",
  ],
  equity: ["owner_equity", "retained_earnings"],
  income: ["sales", "other_income"],
  expense: ["operating_expense", "cost_of_sales", "depreciation", "other_expense"],
} as const satisfies Record<AccountType, readonly string[]>;

export type AccountCategory = (typeof categoriesOf)[AccountType][number];

export function isCategoryOf(type: AccountType, category: string): boolean {
  return (categoriesOf[type] as readonly string[]).includes(category);
}

/** Whether debits increase the balance of accounts of this type. */
export function isDebitNormal(type: AccountType): boolean {
  return type === "asset" || type === "expense";
}
