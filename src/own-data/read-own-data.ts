import { executeSql } from "../db/sql.ts";
import { inTransaction, type TransactionContext } from "../db/transaction.ts";
import type { OwnBytes, OwnData, OwnPage, OwnRow, OwnTable } from "./own-data.ts";
import { quote } from "./owned-tables.ts";

/** Bounds of one page: rows that are read at once, and bytes of their JSON that are returned. */
const pageRows = 500;
const pageBytes = 1024 * 1024;

/** Which rows to read, and after which key; null starts at the first row. */
export interface OwnRowsQuery {
  /** Only rows of these apps, where the table has a column `app_id`. Null: all rows. */
  apps: readonly string[] | null;
  after: readonly string[] | null;
}

interface TableFacts extends Omit<OwnTable, "accountColumn"> {
  hasOwner: boolean;
}

/** The tables that are exported, by name. They come from the catalogue of the database, so no new table is left out. */
export async function listOwnTables(ctx: TransactionContext, data: OwnData): Promise<OwnTable[]> {
  const read = (em: TransactionContext["em"]) => executeSql<TableFacts>(em, tablesSql, [data.schema]);
  const found = await inTransaction(ctx, read, { readOnly: true });
  return found.flatMap(({ hasOwner, ...table }) => {
    const accountColumn = hasOwner ? "owner_id" : data.accountColumns[table.name];
    if (accountColumn === undefined || Object.hasOwn(data.excluded, table.name)) return [];
    const columns = table.columns.filter(({ name }) => !isLeftOut(data, table.name, name));
    return [{ ...table, accountColumn, columns }];
  });
}

function isLeftOut(data: OwnData, table: string, column: string): boolean {
  return Object.hasOwn(data.secrets, `${table}.${column}`) || data.byteColumns[table]?.column === column;
}

/** The next rows of a table, in the order of its key. At least one where there is one; the database bounds the rest. */
export async function readOwnRows(
  ctx: TransactionContext,
  { schema }: OwnData,
  table: OwnTable,
  query: OwnRowsQuery,
): Promise<OwnPage> {
  const { where, values } = conditionsOf(ctx, table, query);
  const name = quote(schema, table.name);
  const key = table.key.map((column) => `t.${quote(column.name)}`);
  const columns = table.columns.map((column) => `t.${quote(column.name)}`).join(", ");
  const [names, limit, bytes] = [values.length + 1, values.length + 2, values.length + 3];
  const sql = `SELECT json::text AS json, cells, key FROM (
      SELECT json, key, place, to_jsonb(ARRAY(
          SELECT json ->> c.name FROM unnest($${names}::text[]) WITH ORDINALITY AS c (name, at) ORDER BY at)) AS cells,
        sum(octet_length(json::text)) OVER (ORDER BY place) - octet_length(json::text) AS before
      FROM (
        SELECT to_jsonb(x) AS json, jsonb_build_array(${key.map((column) => `${column}::text`).join(", ")}) AS key,
          row_number() OVER (ORDER BY ${key.join(", ")}) AS place
        FROM ${name} t CROSS JOIN LATERAL (SELECT ${columns}) x
        WHERE ${where} ORDER BY ${key.join(", ")} LIMIT $${limit}) found) sized
    WHERE before < $${bytes} ORDER BY place`;
  const parameters = [...values, table.columns.map((column) => column.name), pageRows, pageBytes];
  const read = (em: TransactionContext["em"]) => executeSql<OwnRow & { key: string[] }>(em, sql, parameters);
  const found = await inTransaction(ctx, read, { readOnly: true });
  return { rows: found.map(({ json, cells }) => ({ json, cells })), after: found.at(-1)?.key ?? null };
}

/** The bytes of the next row that has some; null when there is none. */
export async function readOwnBytes(
  ctx: TransactionContext,
  { schema, byteColumns }: OwnData,
  table: OwnTable,
  query: OwnRowsQuery,
): Promise<OwnBytes | null> {
  const { column, contentType } = byteColumns[table.name]!;
  const { where, values } = conditionsOf(ctx, table, query);
  const key = table.key.map(({ name }) => `t.${quote(name)}`);
  const bytes = `t.${quote(column)}`;
  const sql = `SELECT jsonb_build_array(${key.map((name) => `${name}::text`).join(", ")}) AS after,
      t.${quote(contentType)} AS "contentType", encode(${bytes}, 'base64') AS bytes
    FROM ${quote(schema, table.name)} t WHERE ${where} AND ${bytes} IS NOT NULL ORDER BY ${key.join(", ")} LIMIT 1`;
  type Found = { after: string[]; contentType: string; bytes: string };
  const read = (em: TransactionContext["em"]) => executeSql<Found>(em, sql, values);
  const [row] = await inTransaction(ctx, read, { readOnly: true });
  if (!row) return null;
  return { ...row, name: row.after.join("-"), bytes: Buffer.from(row.bytes, "base64") };
}

function conditionsOf(ctx: TransactionContext, table: OwnTable, { apps, after }: OwnRowsQuery) {
  const values: unknown[] = [ctx.principal.ownerId];
  const conditions = [`t.${quote(table.accountColumn)} = $1`];
  if (apps !== null && table.hasAppColumn) {
    values.push(apps);
    conditions.push(`t.app_id = ANY ($${values.length})`);
  }
  if (after !== null) {
    const names = table.key.map(({ name }) => `t.${quote(name)}`);
    const from = table.key.map(({ type }, at) => {
      values.push(after[at]);
      return `$${values.length}::text::${type}`;
    });
    conditions.push(`(${names.join(", ")}) > (${from.join(", ")})`);
  }
  return { where: conditions.join(" AND "), values };
}

const tablesSql = `SELECT c.relname AS name,
    jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum) AS columns,
    (SELECT jsonb_agg(jsonb_build_object('name', k.attname, 'type', format_type(k.atttypid, k.atttypmod)) ORDER BY p.at)
      FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS p (number, at)
      JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = p.number
      WHERE i.indrelid = c.oid AND i.indisprimary) AS key,
    bool_or(a.attname = 'owner_id') AS "hasOwner", bool_or(a.attname = 'app_id') AS "hasAppColumn"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  GROUP BY c.oid, c.relname
  HAVING EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)
  ORDER BY c.relname`;
