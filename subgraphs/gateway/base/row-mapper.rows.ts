import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { GatewayContext } from "./gateway.context.ts";
import { openCursor, sealCursor } from "./page-cursor.ts";

/** Which page of the account's rows, and of which of them: conditions begin at `$2`. */
export interface RowsPageQuery {
  where: string;
  values: readonly unknown[];
  /** Names the list with its filter: a cursor of another one is refused. */
  list: string;
  limit: number;
  after?: string | null;
  /** The column that rows are newest by, as its column and its property are called; a moment or a day. */
  newestBy?: readonly [column: string, property: string];
}

/** A page of rows, newest first. */
export interface PlainPage<Row> {
  rows: Row[];
  /** Rows that fit the filter, on all pages. */
  total: number;
  nextCursor: string | null;
}

/**
 * Readers and writers of tables as plain objects, by the row type of each. Amounts arrive as numbers, dates as
 * `YYYY-MM-DD`, moments as ISO text; columns in camel case.
 */
export interface PlainRows<Tables> {
  findRows<Name extends keyof Tables & string>(
    em: EntityManager,
    table: Name,
    where: string,
    values: readonly unknown[],
  ): Promise<Tables[Name][]>;
  /** One of the account's rows; null where it has none of this id. With `lock`, nobody else changes it meanwhile. */
  findOwn<Name extends keyof Tables & string>(
    em: EntityManager,
    table: Name,
    row: { ownerId: string; id: string; lock?: boolean },
  ): Promise<Tables[Name] | null>;
  /** Inserts any number of whole rows with one statement. */
  insertAll<Name extends keyof Tables & string>(
    em: EntityManager,
    table: Name,
    rows: readonly Tables[Name][],
    onConflict?: string,
  ): Promise<void>;
  /** Writes some columns of a row that the caller holds. */
  updateRow<Name extends keyof Tables & string>(
    em: EntityManager,
    table: Name,
    id: string,
    changes: Partial<Tables[Name]>,
  ): Promise<void>;
  /** A page of the account's rows, newest first. Throws INVALID_CURSOR. */
  pageRows<Name extends keyof Tables & string>(
    em: EntityManager,
    ctx: GatewayContext,
    table: Name,
    query: RowsPageQuery,
  ): Promise<PlainPage<Tables[Name]>>;
}

/** The readers and writers of these tables. */
export function plainRows<Tables extends { [Name in keyof Tables]: object }>(): PlainRows<Tables> {
  return { findRows, findOwn, insertAll, updateRow, pageRows } as unknown as PlainRows<Tables>;
}

type PlainRow = Record<string, unknown>;

async function findRows(
  em: EntityManager,
  table: string,
  where: string,
  values: readonly unknown[],
): Promise<PlainRow[]> {
  const sql = `SELECT to_jsonb(t) AS row FROM ${table} AS t WHERE ${where}`;
  return (await executeSql<{ row: PlainRow }>(em, sql, values)).map(({ row }) => fromRow(row));
}

async function findOwn(
  em: EntityManager,
  table: string,
  { ownerId, id, lock = false }: { ownerId: string; id: string; lock?: boolean },
): Promise<PlainRow | null> {
  const where = `owner_id = $1 AND id = $2${lock ? " FOR UPDATE" : ""}`;
  return (await findRows(em, table, where, [ownerId, id]))[0] ?? null;
}

async function insertAll(
  em: EntityManager,
  table: string,
  rows: readonly PlainRow[],
  onConflict = "",
): Promise<void> {
  const sql = `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) ${onConflict}`;
  await executeSql(em, sql, [JSON.stringify(rows.map(toRow))]);
}

async function updateRow(em: EntityManager, table: string, id: string, changes: PlainRow): Promise<void> {
  const columns = Object.keys(toRow(changes));
  const sql = `UPDATE ${table} AS t SET (${columns.join(", ")}, id) =
      (SELECT ${columns.map((column) => `n.${column}`).join(", ")}, t.id FROM jsonb_populate_record(t, $2::jsonb) AS n)
    WHERE t.id = $1`;
  await executeSql(em, sql, [id, JSON.stringify(toRow(changes))]);
}

async function pageRows(
  em: EntityManager,
  ctx: GatewayContext,
  table: string,
  query: RowsPageQuery,
): Promise<PlainPage<PlainRow>> {
  const { where, values, list, limit, after, newestBy = ["created_at", "createdAt"] } = query;
  const [column, property] = newestBy;
  const own = [ctx.principal.ownerId, ...values];
  const filter = `owner_id = $1${where ? ` AND ${where}` : ""}`;
  const counting = `SELECT count(*)::int AS n FROM ${table} AS t WHERE ${filter}`;
  const [counted] = await executeSql<{ n: number }>(em, counting, own);
  const from = after ? openCursor(ctx, after, list) : null;
  const next = own.length + 1;
  const beyond = from ? ` AND (${column}, id) < ($${next}, $${next + 1})` : "";
  const found = await findRows(
    em,
    table,
    `${filter}${beyond} ORDER BY ${column} DESC, id DESC LIMIT ${limit + 1}`,
    from ? [...own, from.createdAt.toISOString(), from.id] : own,
  );
  const rows = found.slice(0, limit);
  const last = rows.at(-1) as Record<string, string> | undefined;
  const position = last && { id: last["id"]!, createdAt: new Date(last[property]!) };
  const nextCursor = found.length > limit && position ? sealCursor(ctx, position, list) : null;
  return { rows, total: counted!.n, nextCursor };
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string) =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function toRow(row: PlainRow): PlainRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value]));
}

function fromRow(row: PlainRow): PlainRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value]));
}
