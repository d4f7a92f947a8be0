import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { listLedgerAccountRows, type LedgerAccountRow } from "../accounts/ledger-account.rows.ts";
import { dayBefore, endOfMonth, monthOf } from "../ledgers/fiscal-year.ts";
import { plannedIn, requireBudget, type BudgetRow } from "../budgets/budget.rows.ts";
import { emptyLedger, findLedger, readLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { formerDate, formerRange, type DayRange } from "./comparison.ts";
import type { AsOfArgs, RangeArgs } from "./report-inputs.types.ts";
import type { FigureOf } from "./report-sections.ts";
import { sumsUntil, type AccountSum } from "./report.rows.ts";

type Sums = ReadonlyMap<string, AccountSum>;

/** Balances of a ledger at a date, and at a former one. */
export interface BalancesAt {
  ledger: LedgerRow;
  accounts: LedgerAccountRow[];
  previousAsOf: string | null;
  /** Debits less credits, with closing entries. */
  balanceOf: FigureOf;
}

/** Changes of the accounts of a ledger in a range of days, and in a former one. */
export interface ChangesIn {
  ledger: LedgerRow;
  accounts: LedgerAccountRow[];
  previous: DayRange | null;
  /** Debits less credits of the days, without closing entries. */
  changeOf: FigureOf;
  /** Debits less credits before the first day. */
  openingOf(account: LedgerAccountRow): number;
}

/** All figures of a report are read in one snapshot, so that they agree with each other. */
const snapshot = { readOnly: true, isolationLevel: "repeatable read" } as const;

export function readBalancesAt(ctx: HubContext, args: AsOfArgs): Promise<BalancesAt> {
  const { asOf, compareWith, currency } = args;
  const previousAsOf = compareWith ? formerDate(asOf, compareWith) : null;
  const read = async (em: EntityManager): Promise<BalancesAt> => {
    const { ledger, accounts } = await readChart(em, ctx, currency);
    const now = await sumsUntil(em, ledger.id, asOf);
    const before = previousAsOf === null ? null : await sumsUntil(em, ledger.id, previousAsOf);
    const balance = (sums: Sums, { id }: LedgerAccountRow) => sums.get(id)?.balance ?? 0;
    const balanceOf: FigureOf = (account) => ({
      amount: balance(now, account),
      previous: before && balance(before, account),
      budget: null,
    });
    return { ledger, accounts, previousAsOf, balanceOf };
  };
  return inTransaction(ctx, read, snapshot);
}

/**
 * Throws VALIDATION_ERROR for a range that ends before it begins, and with a budget for one that is not of whole months, or
 * for another currency than the budget's; NOT_FOUND for the budget.
 */
export function readChangesIn(
  ctx: HubContext,
  args: RangeArgs & { budgetId?: string | null },
): Promise<ChangesIn> {
  requireRange(args);
  const { from, to, compareWith, currency, budgetId } = args;
  if (budgetId) requireWholeMonths(args);
  const previous = compareWith ? formerRange({ from, to }, compareWith) : null;
  const read = async (em: EntityManager): Promise<ChangesIn> => {
    const budget = budgetId ? await requireBudget(em, ctx, { id: budgetId }) : null;
    const { ledger, accounts } = budget
      ? await readChartOf(em, ctx, { budget, currency })
      : await readChart(em, ctx, currency);
    const planned = budget && (await plannedIn(em, budget.id, { from, to }));
    const range = await sumsOf(em, ledger, { from, to });
    const former = previous && (await sumsOf(em, ledger, previous));
    const changeOf: FigureOf = (account) => ({
      amount: change(range, account),
      previous: former && change(former, account),
      budget: planned && plannedDebit(planned, account),
    });
    const openingOf = ({ id }: LedgerAccountRow) => range.opening.get(id)?.balance ?? 0;
    return { ledger, accounts, previous, changeOf, openingOf };
  };
  return inTransaction(ctx, read, snapshot);
}

/** Throws VALIDATION_ERROR for a range that ends before it begins. */
export function requireRange({ from, to }: DayRange): void {
  if (from <= to) return;
  throw validationError([{ path: "to", message: "must not be before `from`", rule: "range" }]);
}

async function readChart(em: EntityManager, ctx: HubContext, currency: string | null | undefined) {
  const ledger = (await findLedger(em, ctx, currency)) ?? emptyLedger(ctx, currency);
  return { ledger, accounts: await listLedgerAccountRows(em, ledger) };
}

/** The chart of the budget's ledger. Throws VALIDATION_ERROR for another currency. */
async function readChartOf(
  em: EntityManager,
  ctx: HubContext,
  { budget, currency }: { budget: BudgetRow; currency: string | null | undefined },
) {
  const ledger = (await readLedger(em, ctx, { id: budget.ledgerId }))!;
  if (currency && currency !== ledger.currency)
    throw validationError([
      { path: "currency", message: "must be the currency of the budget", rule: "budget" },
    ]);
  return { ledger, accounts: await listLedgerAccountRows(em, ledger) };
}

function requireWholeMonths({ from, to }: DayRange): void {
  const faults = [...(from === monthOf(from) ? [] : ["from"]), ...(to === endOfMonth(to) ? [] : ["to"])].map(
    (path) => ({ path, message: "must begin or end a month with a budget", rule: "wholeMonths" }),
  );
  if (faults.length > 0) throw validationError(faults);
}

/** Debits less credits: a budget has income as a positive amount. */
function plannedDebit(planned: ReadonlyMap<string, number>, { id, type }: LedgerAccountRow): number {
  const amount = planned.get(id) ?? 0;
  return type === "income" ? 0 - amount : amount;
}

interface RangeSums {
  opening: Sums;
  closing: Sums;
}

async function sumsOf(em: EntityManager, { id }: LedgerRow, { from, to }: DayRange): Promise<RangeSums> {
  return { opening: await sumsUntil(em, id, dayBefore(from)), closing: await sumsUntil(em, id, to) };
}

function change({ opening, closing }: RangeSums, { id }: LedgerAccountRow): number {
  return (closing.get(id)?.earned ?? 0) - (opening.get(id)?.earned ?? 0);
}
