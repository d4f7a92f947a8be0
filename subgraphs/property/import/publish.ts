import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { recordScores } from "../scoring/score.rows.ts";
import {
  indexProperties,
  isIndexCurrent,
  rebuildIndex,
  settleIndex,
  unindexProperties,
} from "../search/index-properties.rows.ts";
import { toRow, toSearchEntry, type Candidate } from "./candidate.ts";
import type { PhaseProgress } from "./progress.ts";

const BATCH = 500;

/** Columns for `json_to_recordset`. A new version replaces all of them except the id. */
const COLUMNS: Readonly<Record<string, string>> = {
  id: "text",
  name: "text",
  type: "text",
  subtype: "text",
  street: "text",
  city: "text",
  neighborhood: "text",
  state_or_province: "text",
  postal_code: "text",
  county_fips: "text",
  county_name: "text",
  latitude: "float8",
  longitude: "float8",
  year_built: "integer",
  gross_floor_area: "float8",
  sources: "text[]",
  search_norm: "text",
  score_overall: "float8",
  score_environmental: "float8",
  score_social: "float8",
  score_governance: "float8",
  score_confidence: "float8",
  data_completeness: "float8",
  completeness: "jsonb",
  method_version: "text",
  reference_version: "text",
  as_of_year: "integer",
  record: "jsonb",
  provenance: "json",
  retrieved_at: "timestamptz",
  content_hash: "text",
  synthetic: "boolean",
};

const names = Object.keys(COLUMNS);
const replaced = names.filter((name) => name !== "id").map((name) => `${name} = EXCLUDED.${name}`);

const upsertSql = `INSERT INTO properties (${names.join(", ")}, updated_at)
  SELECT ${names.map((name) => `r.${name}`).join(", ")}, $2::timestamptz
  FROM json_to_recordset($1::json) AS r(${names.map((name) => `${name} ${COLUMNS[name]}`).join(", ")})
  ON CONFLICT (id) DO UPDATE SET ${replaced.join(", ")}, updated_at = EXCLUDED.updated_at,
    version = properties.version + 1, deleted_at = NULL`;

export interface PublishOptions {
  now: Date;
  progress: PhaseProgress;
  signal?: AbortSignal | undefined;
  /** Ids of buildings that are stored for other reasons than these candidates: they are kept even when absent. */
  keeps?: (id: string) => boolean;
}

export interface PublishCounts {
  inserted: number;
  updated: number;
  unchanged: number;
  removed: number;
}

/** A whole portfolio to store. */
export interface PortfolioToPublish {
  /** The content hash of every building by its id. */
  readonly hashes: ReadonlyMap<string, string>;
  /** The buildings of these ids in chunks, loaded only when they have changed. */
  load(ids: readonly string[]): AsyncIterable<readonly Candidate[]> | Iterable<readonly Candidate[]>;
}

/** Publishes candidates that are all in memory, in the way of `publishPortfolio`. */
export async function publishCandidates(
  em: EntityManager,
  candidates: readonly Candidate[],
  options: PublishOptions,
): Promise<PublishCounts> {
  const byId = new Map(candidates.map((candidate) => [candidate.record.id, candidate]));
  const hashes = new Map(candidates.map(({ record, contentHash }) => [record.id, contentHash]));
  return publishPortfolio(em, { hashes, load: (ids) => [ids.map((id) => byId.get(id)!)] }, options);
}

/**
 * Makes the stored portfolio equal to this one, inside the transaction of `em`: all of it commits or nothing. Unchanged
 * content keeps its version; absent buildings are marked as deleted. The data version is incremented when anything has
 * changed. Aborting the signal throws, which rolls back.
 */
export async function publishPortfolio(
  em: EntityManager,
  { hashes, load }: PortfolioToPublish,
  options: PublishOptions,
): Promise<PublishCounts> {
  const { now, progress, signal, keeps = () => false } = options;
  await takeTurn(em);
  const stored = await readHashes(em);
  const news = [...hashes].flatMap(([id, hash]) => (stored.get(id) === hash ? [] : id));
  const inserted = news.filter((id) => !stored.has(id)).length;
  progress.add(hashes.size - news.length);
  for await (const candidates of load(news)) await writeCandidates(em, candidates, options);
  signal?.throwIfAborted();
  const gone = [...stored].flatMap(([id, hash]) =>
    hash === null || hashes.has(id) || keeps(id) ? [] : [id],
  );
  await markDeleted(em, gone, now);
  if (news.length > 0 || gone.length > 0) await countUpVersion(em, now, news.length + gone.length);
  progress.end();
  const updated = news.length - inserted;
  return { inserted, updated, unchanged: hashes.size - news.length, removed: gone.length };
}

/** Serializes publishers from here to their commit, even if the lock of a run was lost. */
export async function takeTurn(em: EntityManager): Promise<void> {
  await executeSql(em, "SELECT version FROM data_version FOR UPDATE");
}

/**
 * Increments the data version after a change of `changed` properties, and notifies every process once the transaction
 * commits.
 */
export async function countUpVersion(em: EntityManager, now: Date, changed: number): Promise<void> {
  if (await isIndexCurrent(em)) await settleIndex(em, changed);
  else await rebuildIndex(em);
  await executeSql(em, "UPDATE data_version SET version = version + 1, published_at = $1", [now]);
}

/**
 * Inserts candidates, or replaces their stored rows with a new version, updates their search rows, and appends their
 * scores to the history.
 */
export async function writeCandidates(
  em: EntityManager,
  candidates: readonly Candidate[],
  { now, progress, signal }: PublishOptions,
): Promise<void> {
  for (let start = 0; start < candidates.length; start += BATCH) {
    signal?.throwIfAborted();
    const batch = candidates.slice(start, start + BATCH);
    const rows = batch.map(toRow);
    await executeSql(em, upsertSql, [JSON.stringify(rows), now]);
    await recordScores(em, batch, now);
    await indexProperties(em, batch.map(toSearchEntry));
    progress.add(rows.length);
  }
}

/** Content hash by id; null for a building that is marked as deleted, for which any content is a change. */
export async function readHashes(em: EntityManager): Promise<Map<string, string | null>> {
  const rows = await executeSql<{ id: string; hash: string | null }>(
    em,
    "SELECT id, CASE WHEN deleted_at IS NULL THEN content_hash END AS hash FROM properties",
  );
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

/** Marks properties as deleted: searches no longer find them, and their ids stay taken. */
export async function markDeleted(em: EntityManager, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await executeSql(
    em,
    "UPDATE properties SET deleted_at = $2, updated_at = $2, version = version + 1 WHERE id = ANY($1)",
    [ids, now],
  );
  await unindexProperties(em, ids);
}
