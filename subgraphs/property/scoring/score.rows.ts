import type { EntityManager } from "@mikro-orm/postgresql";
import { readShared } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { GreenScore, ScoreResult } from "../green-score/green-score.ts";
import { recordOfInputs, usedInputs, type UsedInputs } from "../green-score/inputs-hash.ts";
import { INTERVAL_LEVEL } from "../green-score/method.ts";
import { isPropertyId } from "../properties/stored-property.ts";
import type { ScoreInput } from "../properties/property.types.ts";
import { endOf, type AsOf } from "./as-of.ts";

/** A stored result: its method, tables, day and inputs suffice to compute it again. */
export interface StoredScore {
  readonly greenScore: GreenScore;
  readonly dataCompleteness: number;
  readonly interval: { readonly low: number; readonly high: number; readonly level: number };
  readonly methodVersion: string;
  readonly referenceVersion: string;
  readonly asOf: AsOf;
  readonly inputsHash: string;
  readonly inputs: UsedInputs;
  readonly calculatedAt: Date;
}

/**
 * A property with its score data. `latest` is the score that searches show; it is null only until the scores of an
 * older database are computed.
 */
export interface ScoredProperty {
  /** The requested id; the inputs have the id of the record it was merged into. */
  readonly id: string;
  readonly sources: readonly string[];
  readonly latest: StoredScore | null;
  readonly input: ScoreInput;
}

const columns = `s.method_version, s.reference_version, s.as_of::text AS as_of, s.inputs_hash,
  s.inputs::text AS inputs, s.overall, s.environmental, s.social, s.governance, s.confidence, s.data_completeness,
  s.interval_low, s.interval_high, s.calculated_at::text AS calculated_at`;

const loadSql = `SELECT asked.id AS asked_id, array_to_string(p.sources, ',') AS sources, ${columns},
    CASE WHEN s.inputs IS NULL THEN p.record::text END AS record
  FROM unnest($1::text[]) AS asked(id)
  LEFT JOIN merged_properties m ON m.merged_id = asked.id
  JOIN properties p ON p.id = COALESCE(m.canonical_id, asked.id) AND p.deleted_at IS NULL
  LEFT JOIN LATERAL (
    SELECT * FROM property_scores WHERE property_id = p.id ORDER BY number DESC LIMIT 1) s ON true`;

interface ScoreRow {
  method_version: string;
  reference_version: string;
  as_of: string;
  inputs_hash: string;
  inputs: string;
  overall: number;
  environmental: number;
  social: number;
  governance: number;
  confidence: number;
  data_completeness: number;
  interval_low: number;
  interval_high: number;
  calculated_at: string;
}

interface LoadedRow extends ScoreRow {
  asked_id: string;
  sources: string;
  record: string | null;
}

/** The properties of these ids in their order, from one state of the data; null for unknown and deleted ones. */
export async function loadScoredProperties(
  ctx: { readonly em: EntityManager },
  ids: readonly string[],
): Promise<(ScoredProperty | null)[]> {
  const rows = await readShared<LoadedRow>(ctx.em, {
    sql: loadSql,
    parameters: [ids.filter(isPropertyId)],
  });
  const byId = new Map(rows.map((row) => [row.asked_id, toScored(row)]));
  return ids.map((id) => byId.get(id) ?? null);
}

/**
 * Stored results of a property, newest first, from `offset` on; for a merged id those of the record it was merged into.
 */
export async function listStoredScores(
  ctx: { readonly em: EntityManager },
  propertyId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ scores: StoredScore[]; total: number }> {
  const canonical = "COALESCE((SELECT canonical_id FROM merged_properties WHERE merged_id = $1), $1)";
  const rows = await readShared<ScoreRow>(ctx.em, {
    sql: `SELECT ${columns} FROM property_scores s WHERE s.property_id = ${canonical}
          ORDER BY s.number DESC LIMIT $2 OFFSET $3`,
    parameters: [propertyId, limit, offset],
  });
  const [count] = await readShared<{ total: number }>(ctx.em, {
    sql: `SELECT count(*)::int AS total FROM property_scores s WHERE s.property_id = ${canonical}`,
    parameters: [propertyId],
  });
  return { scores: rows.map(toStored), total: count?.total ?? 0 };
}

/** Columns of a result for `json_to_recordset`. */
const written = {
  property_id: "text",
  method_version: "text",
  reference_version: "text",
  as_of: "date",
  inputs_hash: "text",
  inputs: "json",
  overall: "float8",
  environmental: "float8",
  social: "float8",
  governance: "float8",
  confidence: "float8",
  data_completeness: "float8",
  interval_low: "float8",
  interval_high: "float8",
} as const;

const names = Object.keys(written) as (keyof typeof written)[];
const identity = ["method_version", "reference_version", "as_of", "inputs_hash"] as const;

const recordSql = `INSERT INTO property_scores (number, calculated_at, ${names.join(", ")})
  SELECT COALESCE(last.number, 0) + 1, $2::timestamptz, ${names.map((name) => `r.${name}`).join(", ")}
  FROM json_to_recordset($1::json) AS r(${names.map((name) => `${name} ${written[name]}`).join(", ")})
  LEFT JOIN LATERAL (
    SELECT * FROM property_scores WHERE property_id = r.property_id ORDER BY number DESC LIMIT 1) last ON true
  WHERE (${identity.map((name) => `last.${name}`).join(", ")})
    IS DISTINCT FROM (${identity.map((name) => `r.${name}`).join(", ")})`;

/** Stores the results that differ from the last one of their property, inside the transaction of `em`. */
export async function recordScores(
  em: EntityManager,
  scored: readonly { readonly record: ScoreInput; readonly score: ScoreResult }[],
  now: Date,
): Promise<void> {
  const rows = scored.map(({ record, score }): Record<keyof typeof written, unknown> => ({
    ...score.greenScore,
    property_id: record.id,
    method_version: score.methodVersion,
    reference_version: score.referenceVersion,
    as_of: endOf(score.asOfYear).date,
    inputs_hash: score.inputsHash,
    inputs: usedInputs(record),
    data_completeness: score.dataCompleteness,
    interval_low: score.interval.low,
    interval_high: score.interval.high,
  }));
  await executeSql(em, recordSql, [JSON.stringify(rows), now]);
}

function toScored(row: LoadedRow): ScoredProperty {
  const { asked_id: id, record } = row;
  const latest = record === null ? toStored(row) : null;
  return {
    id,
    sources: row.sources.split(","),
    latest,
    get input() {
      return latest === null ? (JSON.parse(record!) as ScoreInput) : recordOfInputs(latest.inputs);
    },
  };
}

function toStored(row: ScoreRow): StoredScore {
  const { overall, environmental, social, governance, confidence } = row;
  return {
    greenScore: { overall, environmental, social, governance, confidence },
    dataCompleteness: row.data_completeness,
    interval: { low: row.interval_low, high: row.interval_high, level: INTERVAL_LEVEL },
    methodVersion: row.method_version,
    referenceVersion: row.reference_version,
    asOf: { date: row.as_of, year: Number(row.as_of.slice(0, 4)) },
    inputsHash: row.inputs_hash,
    // Loaded only when a score is computed again: a request for 50 stored results needs none of them.
    get inputs() {
      return JSON.parse(row.inputs) as UsedInputs;
    },
    calculatedAt: new Date(row.calculated_at),
  };
}
