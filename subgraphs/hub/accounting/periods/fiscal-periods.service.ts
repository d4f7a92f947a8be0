import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingConflict, fiscalPeriodNotFound } from "../accounting.errors.ts";
import { findEntries } from "../journal/journal.rows.ts";
import { postMirror } from "../journal/reverse-entry.service.ts";
import { addMonths, dayBefore, endOfMonth, fiscalYearOf, fiscalYearStart } from "../ledgers/fiscal-year.ts";
import { emptyLedger, findLedger, readLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { bookResult } from "./close-year.service.ts";
import type {
  CloseFiscalPeriodInput,
  FiscalPeriod,
  FiscalPeriodList,
  FiscalPeriodsArgs,
  ReopenFiscalPeriodInput,
} from "./fiscal-period.types.ts";
import { periodId, readPeriodId } from "./period-id.ts";
import { changePeriod, firstPostedMonth, listChanges, resultBalances } from "./period.rows.ts";

/** The 12 periods of a fiscal year; none without a ledger. Throws INVALID_CURRENCY. */
export function listFiscalPeriods(ctx: HubContext, args: FiscalPeriodsArgs): Promise<FiscalPeriodList> {
  const read = async (em: EntityManager) => {
    const ledger = await findLedger(em, ctx, args.currency);
    const { currency } = ledger ?? emptyLedger(ctx, args.currency);
    const periods = ledger === null ? [] : await periodsOf(em, ledger, args.year);
    return { periods, fiscalYear: args.year, currency };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Closes a period, and with it earlier ones without postings. Closing the last period of a fiscal year books its result to
 * retained earnings. Waits for postings in progress; later ones are refused. Throws NOT_FOUND, and INVALID_STATE for a
 * closed period and while an earlier one with postings is open. Idempotent by the key.
 */
export function closeFiscalPeriod(
  ctx: HubContext,
  { periodId: id }: CloseFiscalPeriodInput,
): Promise<FiscalPeriod> {
  return exactlyOnce(ctx, { operation: "closeFiscalPeriod", input: { id } }, async (em) => {
    const { ledger, month } = await lockPeriod(em, ctx, id);
    const closedThrough = endOfMonth(month);
    if (ledger.closedThrough !== null && closedThrough <= ledger.closedThrough) {
      throw accountingConflict("period_closed", "The period is closed already. Reopen it to post into it.");
    }
    await requireEarlierClosed(em, ledger, month);
    const fiscalYear = fiscalYearOf(month, ledger.fiscalYearStart);
    const isLast = addMonths(month, 1) === fiscalYearStart(fiscalYear + 1, ledger.fiscalYearStart);
    const entryId = isLast ? await bookResult(em, ctx, { ledger, month, fiscalYear }) : null;
    await changePeriod(em, ctx, { ledger, month, closedThrough, action: "closed", entryId });
    return announce(em, ctx, { ledger: { ...ledger, closedThrough }, month, action: "closed" });
  });
}

/**
 * Opens the last closed period again, with a reason that is kept. The result of a year that was booked with it is taken back
 * by a reversal. Throws NOT_FOUND, and INVALID_STATE for an open period and while a later one is closed. Idempotent.
 */
export function reopenFiscalPeriod(
  ctx: HubContext,
  { periodId: id, reason }: ReopenFiscalPeriodInput,
): Promise<FiscalPeriod> {
  return exactlyOnce(ctx, { operation: "reopenFiscalPeriod", input: { id, reason } }, async (em) => {
    const { ledger, month } = await lockPeriod(em, ctx, id);
    requireLastClosed(ledger, month);
    const closedThrough = dayBefore(month);
    const change = { ledger, month, closedThrough, action: "reopened" as const, reason: reason.trim() };
    const open = { ...ledger, closedThrough };
    const closings = await openClosings(em, ledger, month);
    // Changed first: nothing is posted into a closed period, not even this.
    await changePeriod(em, ctx, { ...change, entryId: closings.at(-1)?.id ?? null });
    for (const original of closings) await postMirror(em, ctx, { original, date: original.date, memo: null });
    return announce(em, ctx, { ledger: open, month, action: "reopened" });
  });
}

/** Excludes postings into the ledger until the transaction ends. Throws NOT_FOUND. */
async function lockPeriod(
  em: EntityManager,
  ctx: HubContext,
  id: string,
): Promise<{ ledger: LedgerRow; month: string }> {
  const place = readPeriodId(id);
  const ledger = place && (await readLedger(em, ctx, { id: place.ledgerId, lock: "update" }));
  if (!ledger) throw fiscalPeriodNotFound();
  return { ledger, month: place.month };
}

async function requireEarlierClosed(em: EntityManager, ledger: LedgerRow, month: string): Promise<void> {
  const refuse = (earlier: string) =>
    accountingConflict("earlier_period_open", "An earlier period with postings is open. Close it first.", {
      periodId: periodId(ledger.id, earlier),
    });
  const earlier = await firstPostedMonth(em, ledger, { after: ledger.closedThrough, before: month });
  if (earlier !== null) throw refuse(earlier);
  // The last period of a year may have no postings, and books the result of the others.
  const yearStart = fiscalYearStart(fiscalYearOf(month, ledger.fiscalYearStart), ledger.fiscalYearStart);
  const lastMonth = addMonths(yearStart, -1);
  const isBehind = ledger.closedThrough === null || ledger.closedThrough < endOfMonth(lastMonth);
  if (isBehind && (await resultBalances(em, ledger, lastMonth)).length > 0) throw refuse(lastMonth);
}

function requireLastClosed({ id, closedThrough }: LedgerRow, month: string): void {
  if (closedThrough === null || endOfMonth(month) > closedThrough) {
    throw accountingConflict("period_open", "The period is open. Close it first, or post into it.");
  }
  if (endOfMonth(month) === closedThrough) return;
  throw accountingConflict("later_period_closed", "A later period is closed. Reopen that one first.", {
    periodId: periodId(id, `${closedThrough.slice(0, 7)}-01`),
  });
}

/** Closing entries of a month that are not reversed, in the order of their numbers. */
function openClosings(em: EntityManager, { id }: LedgerRow, month: string) {
  const where = `t.ledger_id = $1 AND t.date = $2 AND t.kind = 'closing' AND t.number IS NOT NULL
    AND NOT EXISTS (SELECT FROM accounting_entries r WHERE r.reverses_id = t.id) ORDER BY t.number`;
  return findEntries(em, where, [id, endOfMonth(month)]);
}

async function announce(
  em: EntityManager,
  ctx: HubContext,
  { ledger, month, action }: { ledger: LedgerRow; month: string; action: "closed" | "reopened" },
): Promise<FiscalPeriod> {
  const period = await presentPeriod(em, ledger, month);
  const { id, currency, fiscalYear, number, startDate, endDate, status, changes } = period;
  const { reason, entryId } = changes.at(-1)!;
  const payload = { periodId: id, currency, fiscalYear, number, startDate, endDate, status, reason, entryId };
  const news = { objectId: ledger.id, appId: ctx.appId, ownerId: ledger.ownerId };
  await emitEvent(em, { type: `accounting.period.${action}`, ...news, payload });
  return period;
}

async function periodsOf(em: EntityManager, ledger: LedgerRow, year: number): Promise<FiscalPeriod[]> {
  const start = fiscalYearStart(year, ledger.fiscalYearStart);
  const changes = await listChanges(em, ledger, [start, addMonths(start, 11)]);
  return Array.from({ length: 12 }, (_, index) => {
    const month = addMonths(start, index);
    return showPeriod(
      ledger,
      month,
      changes.filter((change) => change.month === month),
    );
  });
}

async function presentPeriod(em: EntityManager, ledger: LedgerRow, month: string): Promise<FiscalPeriod> {
  return showPeriod(ledger, month, await listChanges(em, ledger, [month, month]));
}

function showPeriod(
  { id, currency, fiscalYearStart: first, closedThrough }: LedgerRow,
  month: string,
  changes: Awaited<ReturnType<typeof listChanges>>,
): FiscalPeriod {
  const endDate = endOfMonth(month);
  return {
    id: periodId(id, month),
    currency,
    fiscalYear: fiscalYearOf(month, first),
    number: ((Number(month.slice(5, 7)) - first + 12) % 12) + 1,
    startDate: month,
    endDate,
    status: closedThrough !== null && endDate <= closedThrough ? "closed" : "open",
    changes: changes.map(({ action, reason, entryId, madeBy, madeAt }) => ({
      action,
      reason,
      entryId,
      madeBy,
      madeAt: new Date(madeAt),
    })),
  };
}
