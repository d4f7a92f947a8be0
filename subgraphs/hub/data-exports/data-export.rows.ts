import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";

type StoredStatus = "queued" | "running" | "ready" | "failed" | "canceled";

export interface DataExportRow {
  id: string;
  ownerId: string;
  requestedBy: string;
  appIds: string[] | null;
  fileId: string;
  status: StoredStatus;
  failure: string | null;
  tablesTotal: number;
  tablesDone: number;
  rows: number;
  files: number;
  size: number;
  createdAt: string;
  finishedAt: string | null;
  expiresAt: string | null;
  mailedAt: string | null;
  /** True when the archive was deleted. */
  isArchiveGone: boolean;
}

const columns = `id, owner_id AS "ownerId", requested_by AS "requestedBy", app_ids AS "appIds", file_id AS "fileId", status,
  failure, tables_total AS "tablesTotal", tables_done AS "tablesDone", rows_written::float8 AS rows,
  files_written AS files, size, created_at AS "createdAt", finished_at AS "finishedAt", expires_at AS "expiresAt",
  mailed_at AS "mailedAt",
  NOT EXISTS (SELECT FROM files f WHERE f.id = file_id AND f.deleted_at IS NULL) AS "isArchiveGone"`;

/** Exports that match; `where` may order and lock them. */
export function selectExports(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<DataExportRow[]> {
  return executeSql<DataExportRow>(em, `SELECT ${columns} FROM data_exports WHERE ${where}`, values);
}

export type NewDataExport = Pick<DataExportRow, "id" | "ownerId" | "requestedBy" | "appIds" | "fileId">;

/** Inserts a queued export, and the file that its archive becomes. */
export async function insertExport(em: EntityManager, row: NewDataExport, now: Date): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO files (id, owner_id, app_id, filename, content_type, size, is_parted, created_at)
     VALUES ($1, $2, 'central', $3, 'application/zip', 0, true, $4)`,
    [row.fileId, row.ownerId, `account-data-${now.toISOString().slice(0, 10)}.zip`, now],
  );
  await executeSql(
    em,
    `INSERT INTO data_exports (id, owner_id, requested_by, app_ids, file_id, status, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 'queued', $6, $6)`,
    [row.id, row.ownerId, row.requestedBy, row.appIds, row.fileId, now],
  );
}

/** Archives of an organization that a person asked for and may have a link to. */
export async function selectArchivesOf(
  em: EntityManager,
  { ownerId, userId }: { ownerId: string; userId: string },
): Promise<string[]> {
  const sql = `SELECT file_id AS "fileId" FROM data_exports
    WHERE owner_id = $1 AND requested_by = $2 AND status IN ('queued', 'running', 'ready')`;
  const rows = await executeSql<{ fileId: string }>(em, sql, [ownerId, userId]);
  return rows.map(({ fileId }) => fileId);
}

/** Starts the work on an export that is not over; null when it is. */
export async function beginExport(
  em: EntityManager,
  exportId: string,
  { tablesTotal, now }: { tablesTotal: number; now: Date },
): Promise<DataExportRow | null> {
  const [row] = await executeSql<DataExportRow>(
    em,
    `UPDATE data_exports SET status = 'running', tables_total = $2, updated_at = $3
     WHERE id = $1 AND status IN ('queued', 'running') RETURNING ${columns}`,
    [exportId, tablesTotal, now],
  );
  return row ?? null;
}

/** How far an export is. */
export type ExportProgress = Pick<DataExportRow, "tablesDone" | "rows" | "files" | "size">;

/** Records the progress of a running export. False when it does not run any more. */
export async function recordProgress(
  em: EntityManager,
  exportId: string,
  { tablesDone, rows, files, size }: ExportProgress,
  now: Date,
): Promise<boolean> {
  const updated = await executeSql(
    em,
    `UPDATE data_exports SET tables_done = $2, rows_written = $3, files_written = $4, size = $5, updated_at = $6
     WHERE id = $1 AND status = 'running' RETURNING 1`,
    [exportId, tablesDone, rows, files, size, now],
  );
  return updated.length === 1;
}

/** Ends an export that is not over. False when it is. */
export async function endExport(
  em: EntityManager,
  exportId: string,
  { status, failure = null, expiresAt = null, now }: EndedExport,
): Promise<boolean> {
  const updated = await executeSql(
    em,
    `UPDATE data_exports SET status = $2, failure = $3, expires_at = $4, finished_at = $5, updated_at = $5
     WHERE id = $1 AND status IN ('queued', 'running') RETURNING 1`,
    [exportId, status, failure, expiresAt, now],
  );
  return updated.length === 1;
}

interface EndedExport {
  status: "ready" | "failed" | "canceled";
  failure?: "too_large" | "internal" | null;
  expiresAt?: Date | null;
  now: Date;
}
