import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { newId } from "../../../src/ids.ts";
import type { PortfolioFigures } from "../import/guards.ts";
import type { RowCounts } from "../import/staged-rows.ts";
import type { PageRequest, SourceCursor, SourceVersion } from "./property-source.port.ts";

/** Progress of a run, from which another process resumes it. */
export interface OpenRun {
  id: string;
  sourceId: string;
  mode: PageRequest["mode"];
  phase: "read" | "publish";
  /** Where the next page starts, and up to where everything before it is read. */
  place: { next: SourceCursor | null; mark: SourceCursor | null } | null;
  pageCount: number;
  readCount: number;
  rejectedCount: number;
  totalCount: number | null;
  version: SourceVersion | null;
  isSynthetic: boolean;
}

/** The state of the last publication of a source. */
export interface PublishedState {
  mark: SourceCursor | null;
  etag: string | null;
  lastFullAt: string | null;
}

/** Claims the source: a new run that waits, or null when one is open already. */
export async function openRun(
  em: EntityManager,
  run: { sourceId: string; kind: string; mode: PageRequest["mode"]; now: Date },
): Promise<string | null> {
  const [row] = await executeSql<{ id: string }>(
    em,
    `INSERT INTO import_runs (id, source_id, source_dir, mode, status, phase, started_at, requested_at)
     VALUES ($1, $2, $3, $4, 'queued', 'read', $5, $5)
     ON CONFLICT (source_id) WHERE status IN ('queued', 'running') DO NOTHING RETURNING id`,
    [newId("imp"), run.sourceId, run.kind, run.mode, run.now],
  );
  return row?.id ?? null;
}

/** The id of the source's open run; null when there is none. */
export async function findOpenRun(em: EntityManager, sourceId: string): Promise<string | null> {
  const sql = "SELECT id FROM import_runs WHERE source_id = $1 AND status IN ('queued', 'running')";
  const [row] = await executeSql<{ id: string }>(em, sql, [sourceId]);
  return row?.id ?? null;
}

/** Takes an open run, whichever process began it; null when it has ended. Call it under the source's lock. */
export async function takeRun(em: EntityManager, runId: string, now: Date): Promise<OpenRun | null> {
  const [row] = await executeSql<
    Omit<OpenRun, "place" | "version"> & { place: string | null; version: string | null }
  >(
    em,
    `UPDATE import_runs SET status = 'running', reason = NULL,
       started_at = CASE WHEN page_count = 0 THEN $2 ELSE started_at END
     WHERE id = $1 AND source_id IS NOT NULL AND status IN ('queued', 'running')
     RETURNING id, source_id AS "sourceId", mode, phase, cursor::text AS place, page_count AS "pageCount",
       read_count AS "readCount", rejected_count AS "rejectedCount", total_count AS "totalCount",
       version::text AS version, synthetic AS "isSynthetic"`,
    [runId, now],
  );
  if (!row) return null;
  return {
    ...row,
    place: row.place === null ? null : (JSON.parse(row.place) as OpenRun["place"]),
    version: row.version === null ? null : (JSON.parse(row.version) as SourceVersion),
  };
}

/** Records a page with its rows. Throws when another process has read it in between: nothing of it is stored then. */
export async function recordPage(em: EntityManager, run: OpenRun, before: OpenRun): Promise<void> {
  const rows = await executeSql(
    em,
    `UPDATE import_runs SET cursor = $3::json, page_count = $4, read_count = $5, rejected_count = $6,
       total_count = $7, version = $8::json, synthetic = $9, phase = $10
     WHERE id = $1 AND status = 'running' AND page_count = $2 RETURNING 1`,
    [
      run.id,
      before.pageCount,
      JSON.stringify(run.place),
      run.pageCount,
      run.readCount,
      run.rejectedCount,
      run.totalCount,
      JSON.stringify(run.version),
      run.isSynthetic,
      run.phase,
    ],
  );
  if (rows.length === 0) throw new Error("The run was taken over by another process.");
}

/** Ends a run that has published. */
export async function endRun(
  em: EntityManager,
  run: { id: string; counts: RowCounts; figures: PortfolioFigures; now: Date },
): Promise<void> {
  const { inserted, updated, unchanged, removed } = run.counts;
  await executeSql(
    em,
    `UPDATE import_runs SET status = 'published', phase = 'done', finished_at = $2, inserted_count = $3,
       updated_count = $4, unchanged_count = $5, removed_count = $6, source_figures = $7::jsonb WHERE id = $1`,
    [run.id, run.now, inserted, updated, unchanged, removed, JSON.stringify(run.figures)],
  );
}

/** Ends a run that has changed nothing, or lets it wait for its next try. */
export async function leaveRun(
  em: EntityManager,
  run: { id: string; status: "queued" | "unchanged" | "held" | "failed"; reason: string | null; now: Date },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE import_runs SET status = $2, reason = $3, finished_at = CASE WHEN $2 = 'queued' THEN NULL ELSE $4::timestamptz END
     WHERE id = $1 AND status IN ('queued', 'running')`,
    [run.id, run.status, run.reason?.replaceAll("\0", " ").slice(0, 500) ?? null, run.now],
  );
}

export async function readPublishedState(em: EntityManager, sourceId: string): Promise<PublishedState> {
  const [row] = await executeSql<{ mark: string | null; etag: string | null; lastFullAt: string | null }>(
    em,
    `SELECT mark::text AS mark, etag, last_full_at AS "lastFullAt" FROM source_states WHERE source_id = $1`,
    [sourceId],
  );
  if (!row) return { mark: null, etag: null, lastFullAt: null };
  return { ...row, mark: row.mark === null ? null : (JSON.parse(row.mark) as SourceCursor) };
}
