import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { normalisedLine } from "./normalise.ts";
import {
  packDocument,
  readDocument,
  SEARCH_REVISION,
  toTsvector,
  type SearchDocument,
} from "./search-document.ts";

const BATCH = 1000;

/** A property with its search words and the columns for filters and sorting. */
export interface SearchEntry extends SearchDocument {
  readonly id: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly yearBuilt: number | null;
  /** Square feet. */
  readonly grossFloorArea: number | null;
  readonly overall: number;
  readonly confidence: number;
  readonly completeness: number;
}

/** Columns for `json_to_recordset`. */
const COLUMNS: Readonly<Record<string, string>> = {
  id: "text",
  words: "tsvector",
  content: "text",
  shortest_field: "smallint",
  type: "text",
  subtype: "text",
  city: "text",
  neighborhood: "text",
  region: "text",
  latitude: "float8",
  longitude: "float8",
  year_built: "integer",
  floor_area: "float8",
  overall: "float8",
  confidence: "float8",
  completeness: "float8",
  sort_name: "text",
};
const names = Object.keys(COLUMNS);
const replaced = names.filter((name) => name !== "id").map((name) => `${name} = EXCLUDED.${name}`);

/** Counts by word of added (n = 1) or removed (n = -1) rows by id, without words that occur in both. */
const countedWords = (rows: string, n: 1 | -1) =>
  `SELECT lexeme, ${n} AS n FROM ${rows}, unnest(words) WHERE lexeme NOT LIKE '^%'`;

/** Updates the word counts: sums the rows of `delta` in the same statement, under the name `counted`. */
const countSql = `INSERT INTO search_words AS w SELECT lexeme, sum(n) FROM delta GROUP BY lexeme HAVING sum(n) <> 0
  ON CONFLICT (word) DO UPDATE SET documents = w.documents + EXCLUDED.documents`;

/**
 * All parts of the statement see the table before the change, so the words of replaced rows can still be subtracted.
 */
const upsertSql = `WITH fresh AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS r(${names.map((name) => `${name} ${COLUMNS[name]}`).join(", ")})
    WHERE NOT EXISTS (SELECT FROM merged_properties m WHERE m.merged_id = r.id)),
  before AS MATERIALIZED (SELECT s.id, s.words FROM property_search s JOIN fresh f ON f.id = s.id),
  news AS (SELECT f.words FROM fresh f LEFT JOIN before b ON b.id = f.id WHERE f.words IS DISTINCT FROM b.words),
  olds AS (SELECT b.words FROM fresh f JOIN before b ON b.id = f.id WHERE f.words IS DISTINCT FROM b.words),
  delta AS (${countedWords("news", 1)} UNION ALL ${countedWords("olds", -1)}),
  counted AS (${countSql})
  INSERT INTO property_search (${names.join(", ")}) SELECT ${names.join(", ")} FROM fresh
  ON CONFLICT (id) DO UPDATE SET ${replaced.join(", ")}`;

const deleteSql = `WITH olds AS (DELETE FROM property_search WHERE id = ANY($1) RETURNING words),
  delta AS (${countedWords("olds", -1)})
  ${countSql}`;

/**
 * Writes the current search rows of properties, inside the transaction of `em`, and updates the word counts. A property
 * that was merged into another gets none.
 */
export async function indexProperties(em: EntityManager, entries: readonly SearchEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += BATCH) {
    const rows = entries.slice(start, start + BATCH).map(toSearchRow);
    await executeSql(em, upsertSql, [JSON.stringify(rows)]);
  }
}

/** Removes properties from the search index; unknown ids are ignored. */
export async function unindexProperties(em: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await executeSql(em, deleteSql, [ids]);
}

/**
 * Finishes a change of `changed` search rows: deletes words without documents, and merges the index's pending entries.
 */
export async function settleIndex(em: EntityManager, changed: number): Promise<void> {
  await executeSql(em, "DELETE FROM search_words WHERE documents <= 0");
  await executeSql(em, "SELECT settle_search($1)", [changed]);
}

/** Rebuilds all search rows, when they were built by an older revision, or when there are none yet. */
export async function rebuildIndex(em: EntityManager): Promise<void> {
  await executeSql(em, "DELETE FROM property_search");
  await executeSql(em, "DELETE FROM search_words");
  let last = "";
  let count = 0;
  for (;;) {
    const entries = await readEntries(em, last);
    if (entries.length === 0) break;
    await indexProperties(em, entries);
    last = entries.at(-1)!.id;
    count += entries.length;
  }
  await settleIndex(em, count);
  await executeSql(em, "UPDATE data_version SET version = version + 1, search_revision = $1", [
    SEARCH_REVISION,
  ]);
}

function readEntries(em: EntityManager, after: string): Promise<SearchEntry[]> {
  return executeSql<SearchEntry>(
    em,
    `SELECT id, name, type, subtype, street, city, neighborhood, state_or_province AS "stateOrProvince",
       postal_code AS "postalCode", latitude, longitude, year_built AS "yearBuilt",
       gross_floor_area AS "grossFloorArea", score_overall AS overall, score_confidence AS confidence,
       data_completeness AS completeness
     FROM properties WHERE deleted_at IS NULL AND id > $1 ORDER BY id LIMIT ${BATCH}`,
    [after],
  );
}

/** Whether all search rows were built by the current revision. */
export async function isIndexCurrent(em: EntityManager): Promise<boolean> {
  const [row] = await executeSql<{ revision: number }>(
    em,
    "SELECT search_revision AS revision FROM data_version",
  );
  return row?.revision === SEARCH_REVISION;
}

/** The row of a property: its words, and its names in the form that filters compare, cannot be computed in SQL. */
function toSearchRow(entry: SearchEntry): Record<string, unknown> {
  const words = readDocument(entry);
  const { name, street } = words.lengths;
  const line = (text: string | null) => (text === null ? null : normalisedLine(text));
  return {
    id: entry.id,
    words: toTsvector(words),
    content: packDocument(words),
    shortest_field: Math.min(name || street || 255, street || name || 255, 255),
    type: entry.type,
    subtype: line(entry.subtype),
    city: line(entry.city),
    neighborhood: line(entry.neighborhood),
    region: entry.stateOrProvince,
    latitude: entry.latitude,
    longitude: entry.longitude,
    year_built: entry.yearBuilt,
    floor_area: entry.grossFloorArea,
    overall: entry.overall,
    confidence: entry.confidence,
    completeness: entry.completeness,
    sort_name: entry.name?.toLowerCase() ?? null,
  };
}
