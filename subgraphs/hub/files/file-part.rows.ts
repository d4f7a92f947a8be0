import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";

/** One part of the bytes of a file, under its own key in the store. */
export interface FilePartRow<Mark = unknown> {
  number: number;
  storageKey: string;
  size: number;
  /** What its writer needs to go on after it. */
  mark: Mark;
}

/** The stored parts of a file, in order. */
export function listParts<Mark>(em: EntityManager, fileId: string): Promise<FilePartRow<Mark>[]> {
  return executeSql<FilePartRow<Mark>>(
    em,
    `SELECT number, storage_key AS "storageKey", size, mark FROM file_parts
     WHERE file_id = $1 AND stored_at IS NOT NULL ORDER BY number`,
    [fileId],
  );
}

/** Keys in the store of every part of a file, also of those whose bytes did not arrive. */
export async function listPartKeys(em: EntityManager, fileId: string): Promise<string[]> {
  const sql = `SELECT storage_key AS "storageKey" FROM file_parts WHERE file_id = $1`;
  return (await executeSql<{ storageKey: string }>(em, sql, [fileId])).map(({ storageKey }) => storageKey);
}

/** Removes the parts whose bytes did not arrive, or with `all` every part; returns their keys in the store. */
export async function takeParts(em: EntityManager, fileId: string, { all = false } = {}): Promise<string[]> {
  const rows = await executeSql<{ storageKey: string }>(
    em,
    `DELETE FROM file_parts WHERE file_id = $1 AND ($2 OR stored_at IS NULL) RETURNING storage_key AS "storageKey"`,
    [fileId, all],
  );
  return rows.map(({ storageKey }) => storageKey);
}

/** Announces a part before its bytes are stored, so that they are removed if its writer dies. */
export async function announcePart(
  em: EntityManager,
  { fileId, ownerId, number, storageKey, size, mark }: FilePartRow & { fileId: string; ownerId: string },
): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO file_parts (file_id, number, owner_id, storage_key, size, mark) VALUES ($1, $2, $3, $4, $5, $6)`,
    [fileId, number, ownerId, storageKey, size, JSON.stringify(mark)],
  );
}

/** Records that the bytes of a part are stored. False when another writer has removed it. */
export async function markPartStored(em: EntityManager, storageKey: string, now: Date): Promise<boolean> {
  const sql =
    "UPDATE file_parts SET stored_at = $2 WHERE storage_key = $1 AND stored_at IS NULL RETURNING number";
  return (await executeSql(em, sql, [storageKey, now])).length === 1;
}
