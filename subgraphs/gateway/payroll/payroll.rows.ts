import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { openCursor, sealCursor } from "../invoicing/page-cursor.ts";
import type { GatewayContext } from "../gateway.context.ts";
import type { PayrollTable, PayrollTables } from "./payroll-tables.ts";

/** Amounts arrive as numbers, dates as `YYYY-MM-DD`, moments as ISO text; columns in camel case. */
export async function findRows<Name extends PayrollTable>(
  em: EntityManager,
  table: Name,
  where: string,
  values: readonly unknown[],
): Promise<PayrollTables[Name][]> {
  const sql = `SELECT to_jsonb(t) AS row FROM ${table} AS t WHERE ${where}`;
  return (await executeSql<{ row: Record<string, unknown> }>(em, sql, values)).map(({ row }) => fromRow(row));
}

/** One of the account's rows; null where it has none of this id. With `lock`, nobody else changes it meanwhile. */
export async function findOwn<Name extends PayrollTable>(
  em: EntityManager,
  table: Name,
  { ownerId, id, lock = false }: { ownerId: string; id: string; lock?: boolean },
): Promise<PayrollTables[Name] | null> {
  const where = `owner_id = $1 AND id = $2${lock ? " FOR UPDATE" : ""}`;
  return (await findRows(em, table, where, [ownerId, id]))[0] ?? null;
}

/** Inserts any number of whole rows with one statement. */
export async function insertAll<Name extends PayrollTable>(
  em: EntityManager,
  table: Name,
  rows: readonly PayrollTables[Name][],
  onConflict = "",
): Promise<void> {
  const sql = `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) ${onConflict}`;
  await executeSql(em, sql, [JSON.stringify(rows.map(toRow))]);
}

/** Writes some columns of a row that the caller holds. */
export async function updateRow<Name extends PayrollTable>(
  em: EntityManager,
  table: Name,
  id: string,
  changes: Partial<PayrollTables[Name]>,
): Promise<void> {
  const columns = Object.keys(toRow(changes));
  const sql = `UPDATE ${table} AS t SET (${columns.join(", ")}, id) =
      (SELECT ${columns.map((column) => `n.${column}`).join(", ")}, t.id FROM jsonb_populate_record(t, $2::jsonb) AS n)
    WHERE t.id = $1`;
  await executeSql(em, sql, [id, JSON.stringify(toRow(changes))]);
}

/** Which page of the account's rows, and of which of them: conditions begin at `$2`. */
export interface RowsPageQuery {
  where: string;
  values: readonly unknown[];
  /** Names the list with its filter: a cursor of another one is refused. */
  list: string;
  limit: number;
  after?: string | null;
}

type Dated = { id: string; createdAt: string };

/** A page of the account's rows, newest first. Throws INVALID_CURSOR. */
export async function pageRows<Name extends PayrollTable>(
  em: EntityManager,
  ctx: GatewayContext,
  table: Name,
  { where, values, list, limit, after }: RowsPageQuery,
): Promise<{ rows: PayrollTables[Name][]; total: number; nextCursor: string | null }> {
  const own = [ctx.principal.ownerId, ...values];
  const filter = `owner_id = $1${where ? ` AND ${where}` : ""}`;
  const [counted] = await executeSql<{ n: number }>(
    em,
    `SELECT count(*)::int AS n FROM ${table} AS t WHERE ${filter}`,
    own,
  );
  const from = after ? openCursor(ctx, after, list) : null;
  const next = own.length + 1;
  const beyond = from ? ` AND (created_at, id) < ($${next}, $${next + 1})` : "";
  const found = await findRows(
    em,
    table,
    `${filter}${beyond} ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`,
    from ? [...own, from.createdAt, from.id] : own,
  );
  const rows = found.slice(0, limit);
  const last = rows.at(-1) as Dated | undefined;
  const nextCursor =
    found.length > limit && last
      ? sealCursor(ctx, { id: last.id, createdAt: new Date(last.createdAt) }, list)
      : null;
  return { rows, total: counted!.n, nextCursor };
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string) =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function toRow(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value]));
}

function fromRow<Row>(row: Record<string, unknown>): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value])) as Row;
}
