import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { NewFile } from "./file.rows.ts";

/** A file that is kept until a time, or until it is deleted. Its hash is null until its bytes are uploaded. */
export type BriefFile = Omit<NewFile, "sha256"> & { sha256: string | null; keptUntil: Date | null };

/** Records a file whose bytes are yet to be stored. */
export async function insertBriefFile(em: EntityManager, file: BriefFile, now: Date): Promise<void> {
  const { id, ownerId, appId, filename, contentType, size, sha256, keptUntil } = file;
  await executeSql(
    em,
    `INSERT INTO files (id, owner_id, app_id, filename, content_type, size, sha256, created_at, kept_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, ownerId, appId, filename, contentType, size, sha256, now, keptUntil],
  );
}

/** A file that waits for its bytes, or has them. */
export type HeldFileRow = Omit<BriefFile, "appId" | "keptUntil"> & { isStored: boolean; linkVersion: number };

/** A temporary file, uploaded or not; null when it does not exist or has expired. */
export async function findHeldFile(
  em: EntityManager,
  fileId: string,
  now: Date,
): Promise<HeldFileRow | null> {
  const [row] = await executeSql<HeldFileRow>(
    em,
    `SELECT id, owner_id AS "ownerId", filename, content_type AS "contentType", size, sha256,
       stored_at IS NOT NULL AS "isStored", link_version AS "linkVersion"
     FROM files WHERE id = $1 AND deleted_at IS NULL AND NOT is_parted AND (kept_until IS NULL OR kept_until > $2)`,
    [fileId, now],
  );
  return row ?? null;
}

/** Sets the hash of a pending file. False when it has one already: then these bytes are too late. */
export async function claimBriefFile(em: EntityManager, fileId: string, sha256: string): Promise<boolean> {
  const rows = await executeSql(
    em,
    `UPDATE files SET sha256 = $2
     WHERE id = $1 AND sha256 IS NULL AND stored_at IS NULL AND deleted_at IS NULL RETURNING id`,
    [fileId, sha256],
  );
  return rows.length === 1;
}

/** Records that the bytes of a file without links are stored. */
export async function markReceived(em: EntityManager, fileId: string, now: Date): Promise<void> {
  await executeSql(
    em,
    "UPDATE files SET stored_at = $2 WHERE id = $1 AND stored_at IS NULL AND sha256 IS NOT NULL AND deleted_at IS NULL",
    [fileId, now],
  );
}

/** Bytes of all files that the owner sent, or said to send, and that are kept for a while. */
export async function sumBriefBytes(em: EntityManager, ownerId: string, now: Date): Promise<number> {
  const [row] = await executeSql<{ bytes: number }>(
    em,
    `SELECT coalesce(sum(size), 0)::float8 AS bytes
     FROM files WHERE owner_id = $1 AND deleted_at IS NULL AND NOT is_parted AND kept_until > $2`,
    [ownerId, now],
  );
  return row!.bytes;
}

/** Deletes the files whose time is over, and those of accounts that are erased. */
export async function deleteLapsed(em: EntityManager, now: Date): Promise<void> {
  await executeSql(
    em,
    `UPDATE files SET deleted_at = $1
     WHERE deleted_at IS NULL AND stored_at IS NOT NULL
       AND (kept_until <= $1 OR owner_id IN (SELECT id FROM users WHERE erased_at IS NOT NULL))`,
    [now],
  );
}
