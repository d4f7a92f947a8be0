import type { EntityManager } from "@mikro-orm/postgresql";
import { canonicalHash } from "../../../src/db/json-codec.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { StagedRecord } from "../properties/read-portfolio.ts";

const BATCH = 1000;

/** Results for the rows of one source. */
export interface RowCounts {
  read: number;
  inserted: number;
  updated: number;
  unchanged: number;
  removed: number;
}

export interface MergeOptions {
  runId: string;
  sourceIds: readonly string[];
  /** True when the staged rows are complete: absent rows are deleted. */
  isFull: boolean;
  isSynthetic: boolean;
  now: Date;
}

/** Changes made by a merge. */
export interface MergedRows {
  counts: ReadonlyMap<string, RowCounts>;
  /** Buildings with a new, changed or deleted row. */
  propertyIds: ReadonlySet<string>;
  /** Sources with a new, changed or deleted row. */
  changedSources: ReadonlySet<string>;
}

/** Stores rows of a run until it is published. Of two rows with the same key the later one wins. */
export async function stageRows(
  em: EntityManager,
  runId: string,
  records: readonly StagedRecord[],
): Promise<void> {
  const byKey = new Map(
    records.map((record) => [`${record.sourceId} ${record.recordId} ${record.dataYear}`, record]),
  );
  const unique = [...byKey.values()];
  for (let start = 0; start < unique.length; start += BATCH) {
    const rows = unique.slice(start, start + BATCH).map(({ cells, ...key }) => {
      const clean = withoutNul(cells);
      return { ...key, cells: clean, hash: canonicalHash(clean) };
    });
    await executeSql(
      em,
      `INSERT INTO source_staged_rows (run_id, source_id, record_id, data_year, property_id, cells, content_hash)
       SELECT $1, r."sourceId", r."recordId", r."dataYear", r."propertyId", r.cells, r.hash
       FROM json_to_recordset($2::json) AS r(
         "sourceId" text, "recordId" text, "dataYear" integer, "propertyId" text, cells json, hash text)
       ON CONFLICT (run_id, source_id, record_id, data_year) DO UPDATE SET
         property_id = EXCLUDED.property_id, cells = EXCLUDED.cells, content_hash = EXCLUDED.content_hash`,
      [runId, JSON.stringify(rows)],
    );
  }
}

/** Makes the stored rows equal to the staged ones, inside the transaction of `em`. Unchanged rows stay as they are. */
export async function mergeStaged(em: EntityManager, options: MergeOptions): Promise<MergedRows> {
  const { runId, sourceIds, isFull, isSynthetic, now } = options;
  const written = await executeSql<{ sourceId: string; propertyId: string | null; isNew: boolean }>(
    em,
    `INSERT INTO source_records
       (source_id, record_id, data_year, property_id, cells, content_hash, retrieved_at, run_id, synthetic)
     SELECT source_id, record_id, data_year, property_id, cells, content_hash, $2, run_id, $3
     FROM source_staged_rows WHERE run_id = $1
     ON CONFLICT (source_id, record_id, data_year) DO UPDATE SET property_id = EXCLUDED.property_id,
       cells = EXCLUDED.cells, content_hash = EXCLUDED.content_hash, retrieved_at = EXCLUDED.retrieved_at,
       run_id = EXCLUDED.run_id, synthetic = EXCLUDED.synthetic, deleted_at = NULL
     WHERE source_records.content_hash <> EXCLUDED.content_hash OR source_records.deleted_at IS NOT NULL
       OR source_records.synthetic <> EXCLUDED.synthetic
     RETURNING source_id AS "sourceId", property_id AS "propertyId", (xmax = 0) AS "isNew"`,
    [runId, now, isSynthetic],
  );
  const gone = isFull
    ? await executeSql<{ sourceId: string; propertyId: string | null }>(
        em,
        `UPDATE source_records r SET deleted_at = $2, run_id = $1
         WHERE r.source_id = ANY($3) AND r.deleted_at IS NULL AND NOT EXISTS (
           SELECT 1 FROM source_staged_rows s WHERE s.run_id = $1 AND s.source_id = r.source_id
             AND s.record_id = r.record_id AND s.data_year = r.data_year)
         RETURNING r.source_id AS "sourceId", r.property_id AS "propertyId"`,
        [runId, now, sourceIds],
      )
    : [];
  const staged = await executeSql<{ sourceId: string; rows: number }>(
    em,
    `SELECT source_id AS "sourceId", count(*)::int AS rows FROM source_staged_rows WHERE run_id = $1 GROUP BY 1`,
    [runId],
  );
  const counts = new Map<string, RowCounts>();
  for (const sourceId of sourceIds) {
    const read = staged.find((one) => one.sourceId === sourceId)?.rows ?? 0;
    const own = written.filter((one) => one.sourceId === sourceId);
    const inserted = own.filter(({ isNew }) => isNew).length;
    const removed = gone.filter((one) => one.sourceId === sourceId).length;
    const unchanged = read - own.length;
    counts.set(sourceId, { read, inserted, updated: own.length - inserted, unchanged, removed });
  }
  const touched = [...written, ...gone];
  return {
    counts,
    propertyIds: new Set(touched.flatMap(({ propertyId }) => propertyId ?? [])),
    changedSources: new Set(touched.map(({ sourceId }) => sourceId)),
  };
}

/** Deletes the staged rows of a run. */
export async function dropStaged(em: EntityManager, runId: string): Promise<void> {
  await executeSql(em, "DELETE FROM source_staged_rows WHERE run_id = $1", [runId]);
}

/** Records the number of records of a source that has no rows of its own. */
export async function recordSourceCount(
  em: EntityManager,
  sourceId: string,
  count: number,
  now: Date,
): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO source_states (source_id, last_synced_at, record_count) VALUES ($1, $2, $3)
     ON CONFLICT (source_id) DO UPDATE SET last_synced_at = $2, record_count = $3`,
    [sourceId, now, count],
  );
}

/**
 * Records that files are complete for these sources. Marks of earlier runs are deleted: files may be older than the
 * data read up to them.
 */
export async function recordSourceStates(
  em: EntityManager,
  sourceIds: readonly string[],
  now: Date,
): Promise<void> {
  for (const sourceId of sourceIds) {
    const edition = { mark: null, etag: null, lastModified: null, sha256: null };
    await recordSourceState(em, { sourceId, edition, isFull: true, now });
  }
}

/** Records the published count of a source, its edition, and the mark up to which it was read. */
export async function recordSourceState(
  em: EntityManager,
  state: {
    sourceId: string;
    edition: {
      mark: object | null;
      etag: string | null;
      lastModified: Date | string | null;
      sha256: string | null;
    };
    isFull: boolean;
    now: Date;
  },
): Promise<void> {
  const { sourceId, isFull, now } = state;
  const { mark, etag, lastModified, sha256 } = state.edition;
  await executeSql(
    em,
    `INSERT INTO source_states AS s (source_id, mark, etag, last_modified, sha256, last_synced_at, last_full_at,
       record_count, newest_year)
     SELECT $1, $2::json, $3, $4, $5, $6, CASE WHEN $7 THEN $6::timestamptz END,
       count(DISTINCT coalesce(property_id, record_id))::int, max(data_year)
     FROM source_records WHERE source_id = $1 AND deleted_at IS NULL
     ON CONFLICT (source_id) DO UPDATE SET mark = EXCLUDED.mark, etag = EXCLUDED.etag,
       last_modified = EXCLUDED.last_modified, sha256 = EXCLUDED.sha256, last_synced_at = EXCLUDED.last_synced_at,
       last_full_at = coalesce(EXCLUDED.last_full_at, s.last_full_at), record_count = EXCLUDED.record_count,
       newest_year = EXCLUDED.newest_year`,
    [sourceId, mark === null ? null : JSON.stringify(mark), etag, lastModified, sha256, now, isFull],
  );
}

function withoutNul(cells: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!Object.values(cells).some((text) => text.includes("\0"))) return cells;
  return Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, text.replaceAll("\0", " ")]));
}
