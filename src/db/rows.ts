import type { EntityManager } from "@mikro-orm/postgresql";
import { rowCursors, type CursorContext } from "./cursor.ts";
import { cutPage, type PageQuery, type RowPage } from "./page.ts";
import { executeSql } from "./sql.ts";

/** Which page of the account's rows. Parameters of the condition start at `$2`; `$1` is the account. */
export interface RowsPageQuery extends PageQuery {
  where: string;
  values: readonly unknown[];
  /** The time or day that orders the rows, newest first, as its column and as its property. */
  newestBy?: readonly [column: string, property: string];
  /** Default: newest first. */
  order?: "newest first" | "oldest first";
}

/**
 * Readers and writers of tables as plain objects, by the row type of each. Column names become camel case. Amounts arrive
 * as numbers, dates as `YYYY-MM-DD`, times as ISO text.
 */
export interface PlainRows<Tables> {
  findRows<Name extends keyof Tables & string>(
    em: EntityManager,
    table: Name,
    where: string,
    values: readonly unknown[],
  ): Promise<Tables[Name][]>;
  /** One of the account's rows, or null. `lock` locks the row until the transaction ends. */
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
  /** Updates some columns of a row that the transaction has locked. */
  updateRow<Name extends keyof Tables & string>(
    em: EntityManager,
    table: Name,
    id: string,
    changes: Partial<Tables[Name]>,
  ): Promise<void>;
  /** A page of the account's rows, newest first by default. Throws INVALID_CURSOR. */
  pageRows<Name extends keyof Tables & string>(
    em: EntityManager,
    ctx: CursorContext,
    table: Name,
    query: RowsPageQuery,
  ): Promise<RowPage<Tables[Name]>>;
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
  // A row keeps its id, also where a whole row is given.
  const columns = Object.keys(toRow(changes)).filter((column) => column !== "id");
  const sql = `UPDATE ${table} AS t SET (${columns.join(", ")}, id) =
      (SELECT ${columns.map((column) => `n.${column}`).join(", ")}, t.id FROM jsonb_populate_record(t, $2::jsonb) AS n)
    WHERE t.id = $1`;
  await executeSql(em, sql, [id, JSON.stringify(toRow(changes))]);
}

async function pageRows(
  em: EntityManager,
  ctx: CursorContext,
  table: string,
  query: RowsPageQuery,
): Promise<RowPage<PlainRow>> {
  const { where, values, list, limit, after, newestBy = ["created_at", "createdAt"], order } = query;
  const [direction, beyondSign] = order === "oldest first" ? ["ASC", ">"] : ["DESC", "<"];
  const [column, property] = newestBy;
  const cursors = rowCursors(ctx, list);
  const from = cursors.decode(after);
  const own = [ctx.principal.ownerId, ...values];
  const filter = `owner_id = $1${where ? ` AND ${where}` : ""}`;
  const counting = `SELECT count(*)::int AS n FROM ${table} AS t WHERE ${filter}`;
  const [counted] = await executeSql<{ n: number }>(em, counting, own);
  const next = own.length + 1;
  const beyond = from ? ` AND (${column}, id) ${beyondSign} ($${next}, $${next + 1})` : "";
  const found = await findRows(
    em,
    table,
    `${filter}${beyond} ORDER BY ${column} ${direction}, id ${direction} LIMIT ${limit + 1}`,
    from ? [...own, ...from] : own,
  );
  const page = cutPage(found, limit, cursors, (row) => [String(row[property]), String(row["id"])]);
  return { ...page, total: counted!.n };
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
