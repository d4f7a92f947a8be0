import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import type { LedgerRow } from "../ledgers/ledger.rows.ts";

interface ChangeRow {
  id: string;
  ownerId: string;
  ledgerId: string;
  month: string;
  action: "closed" | "reopened";
  reason: string | null;
  entryId: string | null;
  madeBy: string;
  madeAt: string;
}

const table = "accounting_period_changes";
const { findRows, insertAll } = plainRows<{ [table]: ChangeRow }>();

/** Closings and reopenings of the months of a ledger from one to another, oldest first. */
export function listChanges(
  em: EntityManager,
  { id }: LedgerRow,
  [from, to]: readonly [from: string, to: string],
): Promise<ChangeRow[]> {
  const where = "t.ledger_id = $1 AND t.month BETWEEN $2 AND $3 ORDER BY t.made_at, t.id";
  return findRows(em, table, where, [id, from, to]);
}

/** Records a closing or reopening, and until when the ledger is closed from now on. */
export async function changePeriod(
  em: EntityManager,
  ctx: HubContext,
  change: {
    ledger: LedgerRow;
    month: string;
    closedThrough: string | null;
    action: "closed" | "reopened";
    reason?: string;
    entryId: string | null;
  },
): Promise<void> {
  const { ledger, month, closedThrough, action, reason = null, entryId } = change;
  await executeSql(em, "UPDATE accounting_ledgers SET closed_through = $2 WHERE id = $1", [
    ledger.id,
    closedThrough,
  ]);
  const made = { madeBy: ctx.principal.id, madeAt: ctx.clock.now().toISOString() };
  const { ownerId, id: ledgerId } = ledger;
  await insertAll(em, table, [
    { id: newId("fpc"), ownerId, ledgerId, month, action, reason, entryId, ...made },
  ]);
}

/** The first month after a day, and before another, that has postings; null when none has. */
export async function firstPostedMonth(
  em: EntityManager,
  { id }: LedgerRow,
  { after, before }: { after: string | null; before: string },
): Promise<string | null> {
  const sql = `SELECT min(month)::text AS month FROM accounting_balances
    WHERE ledger_id = $1 AND ($2::date IS NULL OR month > $2) AND month < $3`;
  const [row] = await executeSql<{ month: string | null }>(em, sql, [id, after, before]);
  return row?.month ?? null;
}

/** What accounts of income and expense have at the end of a year, debits less credits; those with 0 are not in it. */
export function resultBalances(
  em: EntityManager,
  { id }: LedgerRow,
  through: string,
): Promise<{ accountId: string; balance: number }[]> {
  const sql = `SELECT b.account_id AS "accountId", sum(b.debit - b.credit)::float8 AS balance
    FROM accounting_balances b JOIN accounting_accounts a ON a.id = b.account_id
    WHERE b.ledger_id = $1 AND b.month <= $2 AND a.type IN ('income', 'expense')
    GROUP BY b.account_id HAVING sum(b.debit - b.credit) <> 0 ORDER BY b.account_id`;
  return executeSql(em, sql, [id, through]);
}
