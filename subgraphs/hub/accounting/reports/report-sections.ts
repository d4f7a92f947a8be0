import { toMajor } from "../../../../src/money.ts";
import { categoriesOf, type AccountCategory, type AccountType } from "../accounts/account-categories.ts";
import type { LedgerAccountRow } from "../accounts/ledger-account.rows.ts";
import type { ReportLine, ReportSection } from "./report.types.ts";

/** Minor units of an account or of a calculated line: in the report's time, in the former one, and by the budget, where there are. */
export interface Figure {
  amount: number;
  previous: number | null;
  budget: number | null;
}

/** The figure of an account. */
export type FigureOf = (account: LedgerAccountRow) => Figure;

/** A section in minor units. */
export interface Section {
  category: AccountCategory | null;
  title: string;
  lines: (Figure & { account: LedgerAccountRow | null; name: string })[];
}

/** Sections of a type's accounts, by category in their order; empty ones are left out. */
export function sectionsOf(
  accounts: readonly LedgerAccountRow[],
  type: AccountType,
  figureOf: FigureOf,
): Section[] {
  return categoriesOf[type]
    .map((category) => ({
      category,
      title: titleOf(category),
      lines: linesOf(
        accounts.filter((account) => account.category === category),
        figureOf,
      ),
    }))
    .filter(({ lines }) => lines.length > 0);
}

/** Lines of accounts whose figures are not zero. */
export function linesOf(accounts: readonly LedgerAccountRow[], figureOf: FigureOf): Section["lines"] {
  return accounts.map((account) => ({ account, name: account.name, ...figureOf(account) })).filter(hasFigure);
}

export function totalOf(sections: readonly Section[]): Figure {
  const figures = sections.flatMap(({ lines }) => lines);
  return {
    amount: figures.reduce((sum, { amount }) => sum + amount, 0),
    previous: sumOfKnown(figures.map(({ previous }) => previous)),
    budget: sumOfKnown(figures.map(({ budget }) => budget)),
  };
}

/** Whether a figure is not zero, in any of its columns. */
export function hasFigure({ amount, previous, budget }: Figure): boolean {
  return amount !== 0 || (previous ?? 0) !== 0 || (budget ?? 0) !== 0;
}

function sumOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** A section as API users see it. */
export function showSection(section: Section, decimals: number): ReportSection {
  const major = (minor: number | null) => (minor === null ? null : toMajor(minor, decimals));
  const { amount, previous, budget } = totalOf([section]);
  return {
    category: section.category,
    title: section.title,
    lines: section.lines.map((line): ReportLine => ({
      accountId: line.account?.id ?? null,
      code: line.account?.code ?? null,
      name: line.name,
      amount: toMajor(line.amount, decimals),
      previousAmount: major(line.previous),
      budgetAmount: major(line.budget),
    })),
    total: toMajor(amount, decimals),
    previousTotal: major(previous),
    budgetTotal: major(budget),
  };
}

/** `cost_of_sales` as "Cost of sales". */
function titleOf(category: AccountCategory): string {
  const words = category.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
