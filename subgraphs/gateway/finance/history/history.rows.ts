import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { keyText, type ChangeRow, type CurrentRow, type Image } from "./change-row.ts";
import { historyTable, type HistoryTableName } from "./history-tables.ts";

/** What a change did, last first. */
export async function readChangeRows(em: EntityManager, changeId: string): Promise<ChangeRow[]> {
  const sql = `SELECT position::float8, table_name AS "table", row_id AS key, action, before, content_after::text AS fingerprint
    FROM finance_change_rows WHERE change_id = $1 ORDER BY position DESC`;
  return executeSql<ChangeRow>(em, sql, [changeId]);
}

/** Locks the rows with these keys in their order, and returns those that exist, by `keyText`. */
export async function lockRows(
  em: EntityManager,
  table: HistoryTableName,
  keys: readonly Image[],
): Promise<Map<string, CurrentRow>> {
  const columns = historyTable(table).key;
  const sql = `SELECT to_jsonb(t) - 'bytes' AS image, finance_fingerprint(to_jsonb(t))::text AS fingerprint
    FROM ${table} AS t JOIN jsonb_populate_recordset(NULL::${table}, $1::jsonb) AS k ON ${matching(columns)}
    ORDER BY ${columns.map((column) => `t.${column}`).join(", ")} FOR UPDATE OF t`;
  const rows = await executeSql<CurrentRow>(em, sql, [JSON.stringify(keys)]);
  return new Map(rows.map((row) => [keyText(table, row.image), row]));
}

/** Deletes rows; names that something uses stay. */
export async function deleteRows(
  em: EntityManager,
  table: HistoryTableName,
  keys: readonly Image[],
): Promise<void> {
  const { key, usedBy = [] } = historyTable(table);
  const unused = usedBy.map((use) => ` AND NOT EXISTS (${use})`).join("");
  const sql = `DELETE FROM ${table} AS t USING jsonb_populate_recordset(NULL::${table}, $1::jsonb) AS k
    WHERE ${matching(key)}${unused}`;
  await executeSql(em, sql, [JSON.stringify(keys)]);
}

/** Inserts deleted rows again, as later versions. Bytes of receipts are those that the change has kept. */
export async function restoreRows(
  em: EntityManager,
  table: HistoryTableName,
  images: readonly Image[],
  { changeId, now }: { changeId: string; now: string },
): Promise<void> {
  const { stamps = [] } = historyTable(table);
  const rows = images.map((image) => ({
    ...image,
    ...(stamps.includes("version") ? { version: Number(image["version"]) + 1 } : {}),
    ...(stamps.includes("updated_at") ? { updated_at: now } : {}),
  }));
  const bytes = `|| jsonb_build_object('bytes', (SELECT f.bytes FROM finance_change_files AS f
    WHERE f.change_id = $2 AND f.receipt_id = i.image ->> 'id'))`;
  const isReceipt = table === "finance_receipts";
  const sql = `INSERT INTO ${table} SELECT r.* FROM jsonb_array_elements($1::jsonb) AS i (image)
    CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, i.image ${isReceipt ? bytes : ""}) AS r`;
  await executeSql(em, sql, [JSON.stringify(rows), ...(isReceipt ? [changeId] : [])]);
}

/** Gives columns of rows their former values. */
export async function resetRows(
  em: EntityManager,
  table: HistoryTableName,
  rows: readonly { key: Image; before: Image }[],
  now: string,
): Promise<void> {
  const { key, stamps = [] } = historyTable(table);
  const columns = [...new Set(rows.flatMap(({ before }) => Object.keys(before)))];
  const stamping = [
    ...(stamps.includes("version") ? ["version = t.version + 1"] : []),
    ...(stamps.includes("updated_at") ? ["updated_at = $2"] : []),
  ];
  const values = columns.map((column) => `n.${column}`).join(", ");
  const sql = `UPDATE ${table} AS t SET ${[`(${columns.join(", ")}) = (SELECT ${values} FROM jsonb_populate_record(t, i.before) AS n)`, ...stamping].join(", ")}
    FROM (SELECT k.*, e.before FROM jsonb_to_recordset($1::jsonb) AS e (key jsonb, before jsonb)
      CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, e.key) AS r
      CROSS JOIN LATERAL (SELECT ${key.map((column) => `r.${column} AS key_${column}`).join(", ")}) AS k) AS i
    WHERE ${key.map((column) => `t.${column} = i.key_${column}`).join(" AND ")}`;
  await executeSql(em, sql, [JSON.stringify(rows), ...(stamps.includes("updated_at") ? [now] : [])]);
}

/** Changes after a position that touched one of these rows, latest first; at most 20. */
export async function laterChanges(
  em: EntityManager,
  ownerId: string,
  rows: readonly { table: HistoryTableName; key: Image }[],
  position: number,
): Promise<string[]> {
  const sql = `SELECT r.change_id AS id FROM finance_change_rows AS r
    JOIN jsonb_to_recordset($2::jsonb) AS k ("table" text, key jsonb) ON r.row_id = k.key AND r.table_name = k."table"
    WHERE r.owner_id = $1 AND r.position > $3 GROUP BY r.change_id ORDER BY max(r.position) DESC LIMIT 20`;
  const found = await executeSql<{ id: string }>(em, sql, [ownerId, JSON.stringify(rows), position]);
  return found.map(({ id }) => id);
}

/** Columns with these names are columns of the table: they come from `historyTables` or from rows of the table. */
function matching(key: readonly string[]): string {
  return key.map((column) => `t.${column} = k.${column}`).join(" AND ");
}
