import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { newId } from "../../../src/ids.ts";
import type { RejectedRow } from "../properties/staged-year.types.ts";
import { ImportRunningError } from "./import.errors.ts";
import type { PortfolioFigures, SourceFigures } from "./guards.ts";
import type { PublishCounts } from "./publish.ts";
import type { RowCounts } from "./staged-rows.ts";

/** Runs `work` while this database's import lock is held. Throws ImportRunningError when another process has it. */
export async function withImportLock<T>(em: EntityManager, work: () => Promise<T>): Promise<T> {
  return withRunLock(em, "property-import", work, () => {
    throw new ImportRunningError();
  });
}

/**
 * Runs `work` while the lock of this name is held, else `refuse`. The lock belongs to one connection, so it is released
 * when the process or the server's side of the connection dies.
 */
export async function withRunLock<T>(
  em: EntityManager,
  name: string,
  work: () => Promise<T>,
  refuse: () => T | Promise<T>,
): Promise<T> {
  return em
    .getKysely()
    .connection()
    .execute(async (connection) => {
      const ask = async (sql: string) => {
        const query = { kind: "RawNode" as const, sqlFragments: [sql], parameters: [] };
        return connection.executeQuery<{ held: boolean }>({
          sql,
          parameters: [name],
          query,
          queryId: { queryId: "lock" },
        });
      };
      const { rows } = await ask("SELECT pg_try_advisory_lock(hashtext($1)) AS held");
      if (rows[0]?.held !== true) return refuse();
      try {
        return await work();
      } finally {
        // If the connection broke, the lock was released with it.
        await ask("SELECT pg_advisory_unlock(hashtext($1)) AS held").catch(() => {});
      }
    });
}

/**
 * Records the start. The holder of the lock is the only live run, so any run still marked as running was interrupted.
 */
export async function startRun(
  em: EntityManager,
  run: { id: string; dir: string; now: Date },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE import_runs SET status = 'failed', reason = 'interrupted', finished_at = $1
     WHERE status = 'running' AND source_id IS NULL`,
    [run.now],
  );
  await executeSql(
    em,
    `DELETE FROM source_staged_rows s USING import_runs r WHERE r.id = s.run_id AND r.source_id IS NULL`,
  );
  await executeSql(
    em,
    `INSERT INTO import_runs (id, source_dir, status, phase, started_at) VALUES ($1, $2, 'running', 'read', $3)`,
    [run.id, run.dir, run.now],
  );
}

/** Records the progress of a run, and what it has read. */
export async function advanceRun(
  em: EntityManager,
  run: { id: string; phase: string; figures: PortfolioFigures; rejected: number },
): Promise<void> {
  const read = Object.values(run.figures).reduce((sum, { rows }) => sum + rows, 0);
  await executeSql(
    em,
    `UPDATE import_runs SET phase = $2, source_figures = $3::jsonb, read_count = $4, rejected_count = $5 WHERE id = $1`,
    [run.id, run.phase, JSON.stringify(run.figures), read, run.rejected],
  );
}

export async function finishRun(
  em: EntityManager,
  run: { id: string; counts: PublishCounts; now: Date },
): Promise<void> {
  const { inserted, updated, unchanged, removed } = run.counts;
  await executeSql(
    em,
    `UPDATE import_runs SET status = 'published', phase = 'done', finished_at = $2, inserted_count = $3,
       updated_count = $4, unchanged_count = $5, removed_count = $6 WHERE id = $1`,
    [run.id, run.now, inserted, updated, unchanged, removed],
  );
}

export async function failRun(
  em: EntityManager,
  run: { id: string; status: "held" | "failed"; reason: string; now: Date },
): Promise<void> {
  await executeSql(em, "UPDATE import_runs SET status = $2, reason = $3, finished_at = $4 WHERE id = $1", [
    run.id,
    run.status,
    run.reason.replaceAll("\0", " "),
    run.now,
  ]);
}

/**
 * Figures of each source in the last run that published it; empty before the first. Data invented by a stand-in is no
 * baseline for real rows.
 */
export async function readLastFigures(
  em: EntityManager,
  options: { withSynthetic?: boolean } = {},
): Promise<PortfolioFigures> {
  const rows = await executeSql<{ sourceId: string; figures: string }>(
    em,
    `SELECT DISTINCT ON (f.key) f.key AS "sourceId", f.value::text AS figures
     FROM import_runs r, jsonb_each(r.source_figures) AS f
     WHERE r.status = 'published' AND (NOT r.synthetic OR $1) ORDER BY f.key, r.started_at DESC, r.id DESC`,
    [options.withSynthetic ?? false],
  );
  return Object.fromEntries(
    rows.map(({ sourceId, figures }) => [sourceId, JSON.parse(figures) as SourceFigures]),
  );
}

/** Whether files were ever imported here. */
export async function hasImportedFiles(em: EntityManager): Promise<boolean> {
  const sql = "SELECT 1 FROM import_runs WHERE status = 'published' AND source_id IS NULL LIMIT 1";
  return (await executeSql(em, sql)).length > 0;
}

/** Stores the unusable rows, so that they can be corrected. */
export async function storeQuarantine(
  em: EntityManager,
  runId: string,
  rejected: readonly RejectedRow[],
): Promise<void> {
  if (rejected.length === 0) return;
  await executeSql(
    em,
    `INSERT INTO import_quarantine (run_id, source_id, file, line, reason, raw)
     SELECT $1, r."sourceId", r.file, r.line, r.reason, r.raw
     FROM json_to_recordset($2::json) AS r("sourceId" text, file text, line integer, reason text, raw text)
     ON CONFLICT DO NOTHING`,
    [runId, JSON.stringify(rejected)],
  );
}

/** Records the result of a file import for each source, in addition to the run itself. */
export async function recordSourceRuns(
  em: EntityManager,
  run: { dir: string; startedAt: Date; now: Date; rejected: ReadonlyMap<string, number> },
  counts: ReadonlyMap<string, RowCounts>,
): Promise<void> {
  for (const [sourceId, { read, inserted, updated, unchanged, removed }] of counts) {
    const rejected = run.rejected.get(sourceId) ?? 0;
    await executeSql(
      em,
      `INSERT INTO import_runs (id, source_id, source_dir, mode, status, phase, read_count, inserted_count,
         updated_count, unchanged_count, removed_count, rejected_count, started_at, finished_at)
       VALUES ($1, $2, $3, 'full', 'published', 'done', $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        newId("imp"),
        sourceId,
        run.dir,
        read + rejected,
        inserted,
        updated,
        unchanged,
        removed,
        rejected,
        run.startedAt,
        run.now,
      ],
    );
  }
}
