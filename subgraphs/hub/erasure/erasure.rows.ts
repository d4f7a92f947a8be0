import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { newId } from "../../../src/ids.ts";

/** An account whose 30 days are over. */
export interface DueAccount {
  id: string;
  kind: "personal" | "organization";
}

/** The account as `$1`, where it is due at `$2`. */
const dueSql = {
  personal: "SELECT 1 FROM users WHERE id = $1 AND deletion_scheduled_at <= $2",
  organization: "SELECT 1 FROM accounts WHERE id = $1 AND erasure_scheduled_at <= $2",
};

/** Accounts whose 30 days are over, those that have waited longest first. */
export async function selectDue(em: EntityManager, now: Date, limit: number): Promise<DueAccount[]> {
  const sql = `SELECT id, kind FROM (
      SELECT id, 'personal' AS kind, deletion_scheduled_at AS at FROM users WHERE deletion_scheduled_at <= $1
      UNION ALL SELECT id, kind, erasure_scheduled_at FROM accounts WHERE erasure_scheduled_at <= $1) due
    ORDER BY at LIMIT $2`;
  return executeSql<DueAccount>(em, sql, [now, limit]);
}

/**
 * The anonymous owner of what is kept, the same in each run of the erasure. Null for an account that is not due any more.
 */
export async function beginErasure(
  em: EntityManager,
  account: DueAccount,
  now: Date,
): Promise<string | null> {
  if (!(await lockDue(em, account, now))) return null;
  const { id } = account;
  await executeSql(
    em,
    "INSERT INTO erasures (account_id, alias, started_at) VALUES ($1, $2, $3) ON CONFLICT (account_id) DO NOTHING",
    [id, newId("erased"), now],
  );
  const [row] = await executeSql<{ alias: string }>(em, "SELECT alias FROM erasures WHERE account_id = $1", [
    id,
  ]);
  return row?.alias ?? null;
}

/** Locks an account that is due; false for one that is not, or that another worker is finishing. */
export async function lockDue(em: EntityManager, { id, kind }: DueAccount, now: Date): Promise<boolean> {
  return (await executeSql(em, `${dueSql[kind]} FOR UPDATE SKIP LOCKED`, [id, now])).length > 0;
}

/** Subgraphs of this database: each has the table of audit rows on their way. */
export async function selectSubgraphs(em: EntityManager): Promise<string[]> {
  const sql = `SELECT n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = 'audit_pending' AND c.relkind = 'r' ORDER BY 1`;
  return (await executeSql<{ schema: string }>(em, sql)).map(({ schema }) => schema);
}

/** Counts deleted rows, in the transaction of any subgraph that deletes them. */
export async function noteErased(
  em: EntityManager,
  accountId: string,
  { table, rows }: { table: string; rows: number },
): Promise<void> {
  await executeSql(em, "SELECT account_access.note_erased($1, $2, $3)", [accountId, table, rows]);
}

/** Deleted rows by table. */
export async function selectErased(em: EntityManager, accountId: string): Promise<Record<string, number>> {
  const sql = `SELECT table_name AS "table", erased::float8 AS rows FROM erased_rows WHERE account_id = $1
    ORDER BY table_name`;
  const rows = await executeSql<{ table: string; rows: number }>(em, sql, [accountId]);
  return Object.fromEntries(rows.map((row) => [row.table, row.rows]));
}

export async function endErasure(em: EntityManager, accountId: string): Promise<void> {
  await executeSql(em, "DELETE FROM erasures WHERE account_id = $1", [accountId]);
}
