import type { EntityManager } from "@mikro-orm/postgresql";
import { assertSqlName, executeSql } from "../../../src/db/sql.ts";

/** Inserts a row by the names of its columns, unless one with its key is there. Values are as JSON has them. */
export async function insertNamedRow(
  em: EntityManager,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columns = Object.keys(row);
  for (const name of [table, ...columns]) assertSqlName(name);
  const list = columns.join(", ");
  const sql = `INSERT INTO ${table} (${list}) SELECT ${list} FROM json_populate_record(NULL::${table}, $1::json)
    ON CONFLICT DO NOTHING`;
  await executeSql(em, sql, [JSON.stringify(row)]);
}

/** True when the table has a row with this value of a column. */
export async function hasNamedRow(
  em: EntityManager,
  table: string,
  [column, value]: readonly [column: string, value: string],
): Promise<boolean> {
  assertSqlName(table);
  assertSqlName(column);
  return (await executeSql(em, `SELECT 1 FROM ${table} WHERE ${column} = $1 LIMIT 1`, [value])).length > 0;
}
