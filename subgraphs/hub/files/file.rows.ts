import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";

/** A file as it is stored. */
export interface FileRow {
  id: string;
  ownerId: string;
  appId: string;
  filename: string;
  contentType: string;
  size: number;
  sha256: string;
  deletedAt: Date | null;
  /** The only version whose links open the file. */
  linkVersion: number;
  /** True when the bytes are stored in parts. */
  isParted: boolean;
}

export type NewFile = Omit<FileRow, "deletedAt" | "linkVersion" | "isParted">;

/**
 * Inserts a file whose bytes are about to be stored, or replaces the one with this id. Replacing stored bytes with
 * other bytes ends all links to the file.
 */
export async function insertFile(em: EntityManager, file: NewFile, now: Date): Promise<void> {
  const { id, ownerId, appId, filename, contentType, size, sha256 } = file;
  await executeSql(
    em,
    `INSERT INTO files (id, owner_id, app_id, filename, content_type, size, sha256, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (id) DO UPDATE SET filename = EXCLUDED.filename, content_type = EXCLUDED.content_type,
       size = EXCLUDED.size, sha256 = EXCLUDED.sha256, created_at = EXCLUDED.created_at,
       link_version = files.link_version
         + (files.stored_at IS NOT NULL AND files.sha256 IS DISTINCT FROM EXCLUDED.sha256)::int`,
    [id, ownerId, appId, filename, contentType, size, sha256, now],
  );
}

/** Records that the bytes are stored, and the link to them. */
export async function markStored(
  em: EntityManager,
  fileId: string,
  link: { expiresAt: Date; keyId: string },
  now: Date,
): Promise<void> {
  await executeSql(
    em,
    "UPDATE files SET stored_at = $2, link_expires_at = $3, link_key_id = $4, purged_at = NULL WHERE id = $1",
    [fileId, now, link.expiresAt, link.keyId],
  );
}

/** The version that links to a file are signed for. */
export async function readLinkVersion(em: EntityManager, fileId: string): Promise<number> {
  const [row] = await executeSql<{ version: number }>(
    em,
    "SELECT link_version AS version FROM files WHERE id = $1",
    [fileId],
  );
  return row?.version ?? 1;
}

/** Revokes all links to a file that is not deleted; null when it does not exist. */
export async function revokeLinks(
  em: EntityManager,
  fileId: string,
  now: Date,
): Promise<{ ownerId: string } | null> {
  const [row] = await executeSql<{ ownerId: string }>(
    em,
    `UPDATE files SET link_version = link_version + 1, links_revoked_at = $2, link_expires_at = NULL, link_key_id = NULL
     WHERE id = $1 AND deleted_at IS NULL RETURNING owner_id AS "ownerId"`,
    [fileId, now],
  );
  return row ?? null;
}

/** True when the account that owns a file, a user or an organization, is suspended, deleted or erased. Reads as the system. */
export async function isOwnerClosed(em: EntityManager, ownerId: string): Promise<boolean> {
  const rows = await executeSql(
    em,
    `SELECT 1 FROM users
     WHERE id = $1 AND (suspended_at IS NOT NULL OR deleted_at IS NOT NULL OR erased_at IS NOT NULL)
     UNION ALL SELECT 1 FROM accounts WHERE id = $1 AND suspended_at IS NOT NULL`,
    [ownerId],
  );
  return rows.length > 0;
}

/** A file whose bytes are stored, deleted or not; null when it does not exist. */
export async function findStoredFile(em: EntityManager, fileId: string): Promise<FileRow | null> {
  const [row] = await executeSql<FileRow & { deletedAt: string | null }>(
    em,
    `SELECT id, owner_id AS "ownerId", app_id AS "appId", filename, content_type AS "contentType", size, sha256,
       deleted_at AS "deletedAt", link_version AS "linkVersion", is_parted AS "isParted"
     FROM files WHERE id = $1 AND stored_at IS NOT NULL`,
    [fileId],
  );
  return row ? { ...row, deletedAt: row.deletedAt && new Date(row.deletedAt) } : null;
}

/** Deletes a file that is not deleted yet; returns its deletion time. */
export async function markDeleted(em: EntityManager, fileId: string, now: Date): Promise<Date> {
  const [row] = await executeSql<{ deletedAt: string }>(
    em,
    'UPDATE files SET deleted_at = coalesce(deleted_at, $2) WHERE id = $1 RETURNING deleted_at AS "deletedAt"',
    [fileId, now],
  );
  return new Date(row!.deletedAt);
}

/** Files whose bytes are to be removed: the deleted ones, and those that were begun before `begunBefore` and left. */
export async function listPurgeable(em: EntityManager, begunBefore: Date, limit: number): Promise<string[]> {
  const rows = await executeSql<{ id: string }>(
    em,
    `SELECT id FROM files
     WHERE purged_at IS NULL AND (deleted_at IS NOT NULL OR (stored_at IS NULL AND created_at < $1))
     ORDER BY created_at LIMIT $2`,
    [begunBefore, limit],
  );
  return rows.map(({ id }) => id);
}

/** Records that the bytes are deleted. The row of a file that was never stored is removed. */
export async function markPurged(em: EntityManager, fileId: string, now: Date): Promise<void> {
  await executeSql(em, "DELETE FROM files WHERE id = $1 AND stored_at IS NULL", [fileId]);
  await executeSql(
    em,
    "UPDATE files SET purged_at = $2 WHERE id = $1 AND deleted_at IS NOT NULL AND purged_at IS NULL",
    [fileId, now],
  );
}

/** The keys that links which are good at `now` are signed with. */
export async function listLinkKeys(em: EntityManager, now: Date): Promise<string[]> {
  const rows = await executeSql<{ keyId: string }>(
    em,
    `SELECT DISTINCT link_key_id AS "keyId" FROM files WHERE deleted_at IS NULL AND link_expires_at > $1`,
    [now],
  );
  return rows.map(({ keyId }) => keyId);
}
