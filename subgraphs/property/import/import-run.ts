import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { RejectedRow } from "../properties/staged-year.types.ts";
import { ImportRunningError } from "./import.errors.ts";
import type { PortfolioFigures } from "./guards.ts";
import type { PublishCounts } from "./publish.ts";

/**
 * Runs `work` while this database's import lock is held. The lock belongs to one connection, so it is free again when
 * the process or the server's side of it dies. Throws ImportRunningError when another process has it.
 */
export async function withImportLock<T>(em: EntityManager, work: () => Promise<T>): Promise<T> {
  const key = "hashtext('property-import')";
  return em
    .getKysely()
    .connection()
    .execute(async (connection) => {
      const ask = async (sql: string) => {
        const query = { kind: "RawNode" as const, sqlFragments: [sql], parameters: [] };
        return connection.executeQuery<{ held: boolean }>({
          sql,
          parameters: [],
          query,
          queryId: { queryId: "lock" },
        });
      };
      const { rows } = await ask(`SELECT pg_try_advisory_lock(${key}) AS held`);
      if (rows[0]?.held !== true) throw new ImportRunningError();
      try {
        return await work();
      } finally {
        // A connection that broke meanwhile has taken the lock with it.
        await ask(`SELECT pg_advisory_unlock(${key}) AS held`).catch(() => {});
      }
    });
}

/** Records the start. Whoever holds the lock knows that no other run is alive: what says so was interrupted. */
export async function startRun(
  em: EntityManager,
  run: { id: string; dir: string; now: Date },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE import_runs SET status = 'failed', reason = 'interrupted', finished_at = $1 WHERE status = 'running'`,
    [run.now],
  );
  await executeSql(
    em,
    `INSERT INTO import_runs (id, source_dir, status, phase, started_at) VALUES ($1, $2, 'running', 'read', $3)`,
    [run.id, run.dir, run.now],
  );
}

/** Notes how far a run is, and what it has read. */
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

/** Figures by source of the last run that was published; empty before the first. */
export async function readLastFigures(em: EntityManager): Promise<PortfolioFigures> {
  const [row] = await executeSql<{ figures: string }>(
    em,
    `SELECT source_figures::text AS figures FROM import_runs WHERE status = 'published'
     ORDER BY started_at DESC, id DESC LIMIT 1`,
  );
  return row ? (JSON.parse(row.figures) as PortfolioFigures) : {};
}

/** Keeps the rows that could not be used, for whoever has to mend them. */
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
     FROM json_to_recordset($2::json) AS r("sourceId" text, file text, line integer, reason text, raw text)`,
    [runId, JSON.stringify(rejected)],
  );
}
