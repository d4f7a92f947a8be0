import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { ImportOptions } from "./import-row.ts";
import type { CrmImportStatus } from "./import.types.ts";

/** A row of `crm_imports`. */
export interface ImportRow {
  id: string;
  ownerId: string;
  filename: string;
  options: ImportOptions;
  status: CrmImportStatus;
  failure: string | null;
  totalRows: number;
  doneRows: number;
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  noted: number;
  runFromRow: number;
  runStartedAt: Date | null;
  advancedAt: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
}

const columns = `id, owner_id AS "ownerId", filename, options, status, failure, total_rows AS "totalRows",
  done_rows AS "doneRows", created_rows AS created, updated_rows AS updated, unchanged_rows AS unchanged,
  rejected_rows AS rejected, noted_rows AS noted, run_from_row AS "runFromRow", run_started_at AS "runStartedAt",
  advanced_at AS "advancedAt", created_at AS "createdAt", finished_at AS "finishedAt"`;

const moments = ["runStartedAt", "advancedAt", "createdAt", "finishedAt"] as const;
type Stored = Omit<ImportRow, (typeof moments)[number]> & Record<(typeof moments)[number], string | null>;

/** Matching imports that the open transaction may see. */
export async function selectImports(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<ImportRow[]> {
  const rows = await executeSql<Stored>(em, `SELECT ${columns} FROM crm_imports WHERE ${where}`, values);
  return rows.map((row) => {
    const dates = moments.map((name) => [name, row[name] === null ? null : new Date(row[name])]);
    return { ...row, ...Object.fromEntries(dates) } as ImportRow;
  });
}

/** Adds a queued import with its file. */
export async function insertImport(
  em: EntityManager,
  row: { id: string; ownerId: string; filename: string; sha256: string; totalRows: number; now: Date },
  { options, content }: { options: ImportOptions; content: string | null },
): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO crm_imports (id, owner_id, filename, sha256, options, total_rows, created_at)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7)`,
    [row.id, row.ownerId, row.filename, row.sha256, JSON.stringify(options), row.totalRows, row.now],
  );
  // The address book of a connection is read by the job.
  if (content === null) return;
  const sql = "INSERT INTO crm_import_files (import_id, owner_id, content) VALUES ($1, $2, $3)";
  await executeSql(em, sql, [row.id, row.ownerId, content]);
}

/** Adds the file of an unfinished import that was begun without one. A second one changes nothing. */
export async function storeImportFile(
  em: EntityManager,
  file: { importId: string; ownerId: string; content: string; sha256: string; totalRows: number },
): Promise<void> {
  const { importId, ownerId, content, sha256, totalRows } = file;
  const [open] = await executeSql(
    em,
    "SELECT 1 FROM crm_imports WHERE id = $1 AND finished_at IS NULL FOR UPDATE",
    [importId],
  );
  if (!open) return;
  const sql = `INSERT INTO crm_import_files (import_id, owner_id, content) VALUES ($1, $2, $3)
    ON CONFLICT (import_id) DO NOTHING RETURNING import_id`;
  const added = await executeSql(em, sql, [importId, ownerId, content]);
  if (added.length === 0) return;
  const update = "UPDATE crm_imports SET sha256 = $2, total_rows = $3 WHERE id = $1";
  await executeSql(em, update, [importId, sha256, totalRows]);
}

/** The file of an unfinished import; null when it was deleted. */
export async function readImportFile(em: EntityManager, importId: string): Promise<string | null> {
  const sql = "SELECT content FROM crm_import_files WHERE import_id = $1";
  return (await executeSql<{ content: string }>(em, sql, [importId]))[0]?.content ?? null;
}

/** Notes that a run of an import begins where the last one ended. */
export async function beginRun(em: EntityManager, importId: string, now: Date): Promise<void> {
  await executeSql(
    em,
    `UPDATE crm_imports SET status = 'running', run_from_row = done_rows, run_started_at = $2, advanced_at = $2
     WHERE id = $1 AND status IN ('queued', 'running')`,
    [importId, now],
  );
}

export async function recordProgress(em: EntityManager, importId: string, now: Date): Promise<void> {
  await executeSql(em, "UPDATE crm_imports SET advanced_at = $2 WHERE id = $1", [importId, now]);
}

/** Ends an import and forgets its file. */
export async function finishImport(
  em: EntityManager,
  importId: string,
  { failure, now }: { failure: string | null; now: Date },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE crm_imports SET status = CASE WHEN $2::text IS NULL THEN 'completed' ELSE 'failed' END, failure = $2,
       finished_at = $3 WHERE id = $1 AND finished_at IS NULL`,
    [importId, failure, now],
  );
  await executeSql(em, "DELETE FROM crm_import_files WHERE import_id = $1", [importId]);
}
