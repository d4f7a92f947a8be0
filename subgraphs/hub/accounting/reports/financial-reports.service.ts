import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import type { LedgerAccountRow } from "../accounts/ledger-account.rows.ts";
import { cashAdjustments, cashFlowParts, negative } from "./cash-flow.ts";
import { readBalancesAt, readChangesIn, type ChangesIn } from "./read-sums.service.ts";
import type { AsOfArgs, ProfitAndLossArgs, RangeArgs } from "./report-inputs.types.ts";
import {
  hasFigure,
  sectionsOf,
  showSection,
  totalOf,
  type Figure,
  type FigureOf,
  type Section,
} from "./report-sections.ts";
import type { BalanceSheet, CashFlowStatement, ProfitAndLoss, TrialBalance } from "./report.types.ts";

/** Balances of all accounts at a date. Zeros without a ledger. */
export async function readTrialBalance(ctx: HubContext, args: AsOfArgs): Promise<TrialBalance> {
  const { ledger, accounts, previousAsOf, balanceOf } = await readBalancesAt(ctx, args);
  const decimals = currencyDecimals(ledger.currency);
  const debitOf = (balance: number) => toMajor(Math.max(balance, 0), decimals);
  const creditOf = (balance: number) => toMajor(Math.max(-balance, 0), decimals);
  const found = accounts.map((account) => ({ account, ...balanceOf(account) })).filter(hasFigure);
  const sum = (sideOf: (balance: number) => number) =>
    toMajor(
      found.reduce((total, { amount }) => total + Math.max(sideOf(amount), 0), 0),
      decimals,
    );
  return {
    currency: ledger.currency,
    asOf: args.asOf,
    previousAsOf,
    rows: found.map(({ account: { id: accountId, code, name, type }, amount, previous }) => ({
      accountId,
      code,
      name,
      type,
      debit: debitOf(amount),
      credit: creditOf(amount),
      previousDebit: previous === null ? null : debitOf(previous),
      previousCredit: previous === null ? null : creditOf(previous),
    })),
    totalDebit: sum((balance) => balance),
    totalCredit: sum((balance) => -balance),
  };
}

/** Income and costs of a range of days, by the accrual or the cash basis, beside a budget. Closing entries do not count. */
export async function readProfitAndLoss(ctx: HubContext, args: ProfitAndLossArgs): Promise<ProfitAndLoss> {
  const changes = await readChangesIn(ctx, args);
  const { accounts, changeOf } = changes;
  const earnings = resultSections(accounts, changeOf);
  if (args.basis === "cash") {
    const adjustments = cashAdjustments(accounts, changeOf);
    if (adjustments.income.lines.length > 0) earnings.income.push(adjustments.income);
    if (adjustments.expenses.lines.length > 0) earnings.expenses.push(adjustments.expenses);
  }
  const net = netOf(earnings);
  const decimals = currencyDecimals(changes.ledger.currency);
  return {
    ...rangeOf(args, changes),
    basis: args.basis,
    income: earnings.income.map((section) => showSection(section, decimals)),
    expenses: earnings.expenses.map((section) => showSection(section, decimals)),
    totalIncome: toMajor(totalOf(earnings.income).amount, decimals),
    totalExpenses: toMajor(totalOf(earnings.expenses).amount, decimals),
    netIncome: toMajor(net.amount, decimals),
    previousNetIncome: changes.previous === null ? null : toMajor(net.previous ?? 0, decimals),
    budgetNetIncome: args.budgetId ? toMajor(net.budget ?? 0, decimals) : null,
  };
}

/** Assets, liabilities and equity at a date. Results of years that are not closed are a line of the equity. */
export async function readBalanceSheet(ctx: HubContext, args: AsOfArgs): Promise<BalanceSheet> {
  const { ledger, accounts, previousAsOf, balanceOf } = await readBalancesAt(ctx, args);
  const decimals = currencyDecimals(ledger.currency);
  const owed: FigureOf = (account) => negative(balanceOf(account));
  const sections = {
    assets: sectionsOf(accounts, "asset", balanceOf),
    liabilities: sectionsOf(accounts, "liability", owed),
    equity: sectionsOf(accounts, "equity", owed),
  };
  const net = netOf(resultSections(accounts, balanceOf));
  if (hasFigure(net)) {
    const line = { account: null, name: "Net income that is not closed yet", ...net };
    sections.equity.push({ category: null, title: "Current earnings", lines: [line] });
  }
  const show = (list: readonly Section[]) => list.map((section) => showSection(section, decimals));
  const total = (list: readonly Section[]) => toMajor(totalOf(list).amount, decimals);
  return {
    currency: ledger.currency,
    asOf: args.asOf,
    previousAsOf,
    assets: show(sections.assets),
    liabilities: show(sections.liabilities),
    equity: show(sections.equity),
    totalAssets: total(sections.assets),
    totalLiabilities: total(sections.liabilities),
    totalEquity: total(sections.equity),
  };
}

/** How cash changed in a range of days, by the indirect method. Closing entries do not count. */
export async function readCashFlowStatement(ctx: HubContext, args: RangeArgs): Promise<CashFlowStatement> {
  const changes = await readChangesIn(ctx, args);
  const { ledger, accounts, changeOf, openingOf } = changes;
  const netIncome = netOf(resultSections(accounts, changeOf));
  const parts = cashFlowParts(accounts, { netIncome, changeOf });
  const cash = accounts.filter(({ category }) => category === "cash");
  const opening = cash.reduce((sum, account) => sum + openingOf(account), 0);
  const closing = cash.reduce((sum, account) => sum + changeOf(account).amount, opening);
  const decimals = currencyDecimals(ledger.currency);
  return {
    ...rangeOf(args, changes),
    netIncome: toMajor(netIncome.amount, decimals),
    operating: showSection(parts.operating, decimals),
    investing: showSection(parts.investing, decimals),
    financing: showSection(parts.financing, decimals),
    netChange: toMajor(totalOf(Object.values(parts)).amount, decimals),
    openingCash: toMajor(opening, decimals),
    closingCash: toMajor(closing, decimals),
  };
}

interface Earnings {
  income: Section[];
  expenses: Section[];
}

function resultSections(accounts: readonly LedgerAccountRow[], figureOf: FigureOf): Earnings {
  return {
    income: sectionsOf(accounts, "income", (account) => negative(figureOf(account))),
    expenses: sectionsOf(accounts, "expense", figureOf),
  };
}

function netOf({ income, expenses }: Earnings): Figure {
  const [earned, spent] = [totalOf(income), totalOf(expenses)];
  const less = (gain: number | null, cost: number | null) =>
    gain === null && cost === null ? null : (gain ?? 0) - (cost ?? 0);
  return {
    amount: earned.amount - spent.amount,
    previous: less(earned.previous, spent.previous),
    budget: less(earned.budget, spent.budget),
  };
}

function rangeOf({ from, to }: RangeArgs, { ledger, previous }: ChangesIn) {
  const [previousFrom, previousTo] = [previous?.from ?? null, previous?.to ?? null];
  return { currency: ledger.currency, from, to, previousFrom, previousTo };
}
