import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";

/** A request as it is stored. */
export interface RequestRow {
  id: string;
  requestId: string;
  at: string;
  door: string;
  method: string;
  path: string;
  operation: string | null;
  status: number;
  code: string | null;
  durationMs: number;
  costHundredths: number;
  principalType: string;
  principalId: string;
  appId: string | null;
  input: Record<string, unknown> | null;
}

/**
 * Writes requests, given as a JSON array. Those that are stored already are left as they are, and those of an account that
 * does not exist any more are dropped.
 */
export async function insertRequests(em: EntityManager, entries: string): Promise<void> {
  const sql = `INSERT INTO request_log (owner_id, id, request_id, at, door, method, path, operation, status, code,
      duration_ms, cost_hundredths, principal_type, principal_id, app_id, input)
    SELECT x."ownerId", x.id, x."requestId", x.at, x.door, x.method, x.path, x.operation, x.status, x.code,
      x."durationMs", x."costHundredths", x."principalType", x."principalId", x."appId", x.input
    FROM jsonb_to_recordset($1::jsonb) AS x ("ownerId" text, id text, "requestId" text, at timestamptz, door text,
      method text, path text, operation text, status smallint, code text, "durationMs" real, "costHundredths" integer,
      "principalType" text, "principalId" text, "appId" text, input jsonb)
    JOIN accounts a ON a.id = x."ownerId"
    ON CONFLICT DO NOTHING`;
  // JSON writes NUL and lone surrogates as escapes.
  const isStorable = !/\\u(?:0000|d[89a-f])/i.test(entries);
  await executeSql(em, sql, [isStorable ? entries : JSON.stringify(storable(JSON.parse(entries)))]);
}

/** Without NUL and lone surrogates in texts and names of fields, which PostgreSQL cannot store: clients send both. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storableText(name), storable(one)]));
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

export interface RequestFilter {
  ownerId: string;
  status: string | null;
  operation: string | null;
  key: string | null;
  requestId: string | null;
  from: Date | null;
  to: Date | null;
  /** Only requests of these apps; null for all. */
  appIds: readonly string[] | null;
  /** Only requests before the one with this ID. */
  before: string | null;
}

/** Requests that match, newest first. */
export function findRequests(em: EntityManager, filter: RequestFilter, most: number): Promise<RequestRow[]> {
  const { ownerId, status, operation, key, requestId, from, to, appIds, before } = filter;
  const sql = `SELECT id, request_id AS "requestId", to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
      door, method, path, operation, status, code, duration_ms AS "durationMs", cost_hundredths AS "costHundredths",
      principal_type AS "principalType", principal_id AS "principalId", app_id AS "appId", input
    FROM request_log
    WHERE owner_id = $1 AND ($2::smallint IS NULL OR status / 100 = $2) AND ($3::text IS NULL OR operation = $3)
      AND ($4::text IS NULL OR principal_id = $4) AND ($5::text IS NULL OR request_id = $5)
      AND ($6::timestamptz IS NULL OR at >= $6) AND ($7::timestamptz IS NULL OR at < $7)
      AND ($8::text[] IS NULL OR app_id = ANY ($8)) AND ($9::text IS NULL OR id < $9)
    ORDER BY id DESC LIMIT $10`;
  const statusClass = status === null ? null : Number(status[0]);
  const values = [ownerId, statusClass, operation, key, requestId, from, to, appIds, before, most];
  return executeSql<RequestRow>(em, sql, values);
}

/** Deletes requests of before a time, up to `most`. Returns how many. */
export async function deleteRequests(em: EntityManager, before: Date, most: number): Promise<number> {
  const sql = `DELETE FROM request_log WHERE ctid = ANY (ARRAY(SELECT ctid FROM request_log WHERE at < $1 LIMIT $2))
    RETURNING 1`;
  return (await executeSql(em, sql, [before, most])).length;
}
