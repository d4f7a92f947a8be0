import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import type { LedgerRow } from "../ledgers/ledger.rows.ts";
import type { AccountCategory, AccountType } from "./account-categories.ts";
import type { ChartAccount } from "./chart-template.ts";

export interface LedgerAccountRow {
  id: string;
  ownerId: string;
  ledgerId: string;
  code: string;
  name: string;
  type: AccountType;
  category: AccountCategory;
  parentId: string | null;
  archivedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Most accounts that a ledger has, archived ones too. */
export const maxLedgerAccounts = 2_000;

const table = "accounting_accounts";
const { findRows, findOwn, insertAll, updateRow } = plainRows<{ [table]: LedgerAccountRow }>();

export function findLedgerAccount(
  em: EntityManager,
  ctx: HubContext,
  { id, lock = false }: { id: string; lock?: boolean },
): Promise<LedgerAccountRow | null> {
  return findOwn(em, table, { ownerId: ctx.principal.ownerId ?? "", id, lock });
}

export function listLedgerAccountRows(em: EntityManager, { id }: LedgerRow): Promise<LedgerAccountRow[]> {
  return findRows(em, table, "t.ledger_id = $1 ORDER BY t.code, t.id", [id]);
}

/** Locks accounts against archiving until the transaction ends, in one order. */
export function lockLedgerAccounts(
  em: EntityManager,
  ctx: HubContext,
  ids: readonly string[],
): Promise<LedgerAccountRow[]> {
  const where = "t.owner_id = $1 AND t.id = ANY ($2) ORDER BY t.id FOR SHARE";
  return findRows(em, table, where, [ctx.principal.ownerId, ids]);
}

/** Balances of all posted lines by account, debits less credits; accounts without lines are not in it. */
export async function readBalances(em: EntityManager, { id }: LedgerRow): Promise<Map<string, number>> {
  const sql = `SELECT account_id AS id, sum(debit - credit)::float8 AS balance
    FROM accounting_balances WHERE ledger_id = $1 GROUP BY account_id`;
  const rows = await executeSql<{ id: string; balance: number }>(em, sql, [id]);
  return new Map(rows.map((row) => [row.id, row.balance]));
}

/** The balance of one account, debits less credits. */
export async function readBalance(em: EntityManager, accountId: string): Promise<number> {
  const sql = `SELECT coalesce(sum(debit - credit), 0)::float8 AS balance
    FROM accounting_balances WHERE account_id = $1`;
  return (await executeSql<{ balance: number }>(em, sql, [accountId]))[0]!.balance;
}

/** Whether an account has lines, of drafts and budgets too. */
export async function hasLines(
  em: EntityManager,
  { ownerId, ledgerId, id }: LedgerAccountRow,
): Promise<boolean> {
  const own = "owner_id = $1 AND ledger_id = $2 AND account_id = $3";
  const sql = `SELECT 1 WHERE EXISTS (SELECT FROM accounting_lines WHERE ${own})
    OR EXISTS (SELECT FROM accounting_budget_lines WHERE ${own})`;
  return (await executeSql(em, sql, [ownerId, ledgerId, id])).length > 0;
}

/** Inserts accounts whose parents are in the ledger, or before them in the list. Returns the new rows. */
export async function insertChart(
  em: EntityManager,
  ctx: HubContext,
  { ledger, chart }: { ledger: LedgerRow; chart: readonly ChartAccount[] },
): Promise<LedgerAccountRow[]> {
  const at = ctx.clock.now().toISOString();
  const byCode = new Map((await listLedgerAccountRows(em, ledger)).map(({ code, id }) => [code, id]));
  const rows = chart.map(({ code, name, type, category, parent }): LedgerAccountRow => {
    const id = newId("lac");
    byCode.set(code, id);
    const parentId = parent === null ? null : byCode.get(parent)!;
    return {
      id,
      ownerId: ledger.ownerId,
      ledgerId: ledger.id,
      code,
      name,
      type,
      category,
      parentId,
      archivedAt: null,
      createdAt: at,
      updatedAt: at,
    };
  });
  if (rows.length > 0) await insertAll(em, table, rows);
  return rows;
}

export function updateLedgerAccountRow(
  em: EntityManager,
  id: string,
  changes: Partial<LedgerAccountRow>,
): Promise<void> {
  return updateRow(em, table, id, changes);
}

/** Lets one request at a time change the chart of a ledger. */
export async function lockChart(em: EntityManager, { id }: LedgerRow): Promise<void> {
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`accounting-chart ${id}`]);
}
