import type { AccountCategory } from "../accounts/account-categories.ts";
import type { LedgerAccountRow } from "../accounts/ledger-account.rows.ts";
import { linesOf, type Figure, type FigureOf, type Section } from "./report-sections.ts";

/** Categories of assets, liabilities and equity but cash, by the part of the statement that explains their change. */
const parts = {
  operating: [
    "accumulated_depreciation",
    "receivable",
    "inventory",
    "prepaid_expense",
    "other_current_asset",
    "payable",
    "credit_card",
    "accrued_liability",
    "tax_payable",
    "deferred_income",
    "other_current_liability",
  ],
  investing: ["fixed_asset", "other_asset"],
  financing: ["long_term_liability", "owner_equity", "retained_earnings"],
} as const satisfies Record<string, readonly AccountCategory[]>;

export interface CashFlowParts {
  operating: Section;
  investing: Section;
  financing: Section;
}

/**
 * The statement of cash flows by the indirect method (ASC 230-10-45-28): net income, and the change of every other account
 * but cash with its sign turned. As all changes add up to zero, the parts add up to the change of cash.
 */
export function cashFlowParts(
  accounts: readonly LedgerAccountRow[],
  { netIncome, changeOf }: { netIncome: Figure; changeOf: FigureOf },
): CashFlowParts {
  const turned: FigureOf = (account) => negative(changeOf(account));
  const partOf = (title: string, categories: readonly AccountCategory[]): Section => ({
    category: null,
    title,
    lines: linesOf(
      accounts.filter(({ category }) => categories.includes(category)),
      turned,
    ),
  });
  const operating = partOf("Operating activities", parts.operating);
  operating.lines.unshift({ account: null, name: "Net income", ...netIncome });
  return {
    operating,
    investing: partOf("Investing activities", parts.investing),
    financing: partOf("Financing activities", parts.financing),
  };
}

/** Which accruals the cash basis takes out of income, and which out of costs. */
const accruals = {
  income: ["receivable", "deferred_income", "tax_payable"],
  expense: ["payable", "accrued_liability", "prepaid_expense", "inventory"],
} as const satisfies Record<string, readonly AccountCategory[]>;

/**
 * Adjustments from the accrual to the cash basis, by account: income less what customers came to owe, and costs less what
 * the business came to owe. Debts for assets, such as equipment bought on credit, count as costs when they are paid.
 */
export function cashAdjustments(
  accounts: readonly LedgerAccountRow[],
  changeOf: FigureOf,
): { income: Section; expenses: Section } {
  const of = (categories: readonly AccountCategory[], figureOf: FigureOf) =>
    linesOf(
      accounts.filter(({ category }) => categories.includes(category)),
      figureOf,
    );
  const title = "Adjustments to the cash basis";
  return {
    income: { category: null, title, lines: of(accruals.income, (account) => negative(changeOf(account))) },
    expenses: { category: null, title, lines: of(accruals.expense, changeOf) },
  };
}

/** The figure with its sign turned, without negative zeros. */
export function negative({ amount, previous, budget }: Figure): Figure {
  const turned = (value: number | null) => (value === null ? null : 0 - value);
  return { amount: 0 - amount, previous: turned(previous), budget: turned(budget) };
}
