import { readRows } from "../../../src/db/read-rows.ts";
import type { PropertyContext } from "../property.context.ts";
import { FEMA_NRI, GEOCODER, OPENFEMA, type SourceDescription } from "../properties/source-catalogue.ts";
import { closedCircuit, type Circuit } from "./circuit.ts";
import type { DataSource, DataSourcesStatus } from "./data-sources.types.ts";
import {
  isStale,
  evaluateOverall,
  evaluateSource,
  quantileOf,
  type SourceStatus,
} from "./evaluate-source.ts";
import { probeEveryMs } from "./probe-sources.ts";
import type { PropertySource } from "./property-source.port.ts";
import { SOURCES_IN_STATUS } from "./status-sources.ts";

interface StatusRow {
  id: string;
  circuit: string | null;
  lastCheckedAt: string | null;
  lastSuccessAt: string | null;
  lastFailureAt: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  authRefused: boolean | null;
  rateLimited: number | null;
  seenVersion: string | null;
  etag: string | null;
  lastModified: string | null;
  sha256: string | null;
  lastSyncedAt: string | null;
  recordCount: number | null;
  newestYear: number | null;
  runId: string | null;
  runStatus: string | null;
  startedAt: string;
  finishedAt: string | null;
  readCount: number;
  inserted: number;
  updated: number;
  unchanged: number;
  rejected: number;
  checks: string | null;
}

const statusSql = `
  SELECT s.id, c.circuit::text AS circuit, c.last_checked_at AS "lastCheckedAt",
    c.last_success_at AS "lastSuccessAt", c.last_failure_at AS "lastFailureAt", c.last_error_code AS "errorCode",
    c.last_error_message AS "errorMessage", c.auth_refused AS "authRefused",
    c.rate_limited_count AS "rateLimited", c.seen_version::text AS "seenVersion", st.etag,
    st.last_modified AS "lastModified", st.sha256, st.last_synced_at AS "lastSyncedAt",
    st.record_count AS "recordCount", st.newest_year AS "newestYear", run.id AS "runId", run.status AS "runStatus",
    run.started_at AS "startedAt", run.finished_at AS "finishedAt", run.read_count AS "readCount",
    run.inserted_count AS inserted, run.updated_count AS updated, run.unchanged_count AS unchanged,
    run.rejected_count AS rejected, checks.list::text AS checks
  FROM unnest($1::text[]) AS s(id)
  LEFT JOIN source_circuits c ON c.source_id = s.id
  LEFT JOIN source_states st ON st.source_id = s.id
  LEFT JOIN LATERAL (SELECT * FROM import_runs r WHERE r.source_id = s.id AND r.status NOT IN ('queued', 'running')
    ORDER BY r.started_at DESC, r.id DESC LIMIT 1) run ON true
  LEFT JOIN LATERAL (SELECT json_agg(json_build_array(x.kind, x.outcome, x.latency_ms) ORDER BY x.id DESC) AS list
    FROM (SELECT * FROM source_checks k WHERE k.source_id = s.id ORDER BY k.id DESC LIMIT 20) x) checks ON true`;

const dayMs = 24 * 60 * 60 * 1000;

/** The health of every source, from stored data alone: no source is called. */
export async function readSourcesStatus(ctx: PropertyContext): Promise<DataSourcesStatus> {
  const now = ctx.clock.now();
  const rows = await readRows<StatusRow>(ctx, {
    sql: statusSql,
    parameters: [SOURCES_IN_STATUS.map(({ id }) => id)],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const sources = SOURCES_IN_STATUS.map((description) => {
    const adapter = ctx.ports.sources.find(({ id }) => id === description.id) ?? null;
    return describeSource(description, { adapter, row: byId.get(description.id)!, now });
  });
  const judged = sources.map(({ required, status }) => ({ required, status: status as SourceStatus }));
  return { status: evaluateOverall(judged), timestamp: now, sources };
}

interface SourceRecord {
  adapter: PropertySource | null;
  row: StatusRow;
  now: Date;
}

function describeSource(description: SourceDescription, { adapter, row, now }: SourceRecord): DataSource {
  const { id, name, required, licence, expectedEveryDays } = description;
  // Earlier network reads do not count when the source is no longer configured.
  const isProbed = adapter !== null;
  const circuit = isProbed && row.circuit !== null ? (JSON.parse(row.circuit) as Circuit) : closedCircuit;
  const { errorRate, latencyMs } = measureChecks(isProbed ? row.checks : null);
  const lastSuccessAt = toDate(isProbed ? row.lastSuccessAt : row.lastSyncedAt);
  const freshness = freshnessOf(description, row, now);
  const isHeld = row.runStatus === "held";
  const judged = evaluateSource({
    isConfigured: isProbed || (row.recordCount ?? 0) > 0,
    isProbed,
    circuit: circuit.state,
    isAuthRefused: isProbed && (row.authRefused ?? false),
    sinceSuccessMs: lastSuccessAt === null ? null : now.getTime() - lastSuccessAt.getTime(),
    probeEveryMs,
    errorRate,
    p95Ms: latencyMs.p95,
    ageDays: freshness.ageDays,
    expectedEveryDays,
    rejectedShare: row.runId === null || row.readCount === 0 ? 0 : row.rejected / row.readCount,
    isHeld,
  });
  const { errorCode, errorMessage } = row;
  return {
    id,
    name,
    kind: adapter?.kind ?? "file",
    ...judged,
    required,
    lastCheckedAt: toDate(isProbed ? row.lastCheckedAt : row.lastSyncedAt),
    lastSuccessAt,
    lastFailureAt: isProbed ? toDate(row.lastFailureAt) : null,
    lastError:
      isProbed && errorCode !== null && errorMessage !== null
        ? { code: errorCode, message: errorMessage }
        : null,
    consecutiveFailures: circuit.failuresInRow,
    latencyMs,
    errorRate: Math.round(errorRate * 1000) / 1000,
    rateLimited: row.rateLimited ?? 0,
    circuit: {
      state: circuit.state,
      openedAt: toDate(circuit.openedAt),
      nextProbeAt: toDate(circuit.nextProbeAt),
    },
    freshness,
    records: { total: row.recordCount ?? 0, lastRun: lastRunOf(row) },
    version: versionOf(row),
    licence,
  };
}

/** Share of failures among the last calls, and how long good probes took. */
function measureChecks(text: string | null): Pick<DataSource, "errorRate" | "latencyMs"> {
  const checks = JSON.parse(text ?? "[]") as [kind: string, outcome: string, latencyMs: number][];
  const failed = checks.filter(([, outcome]) => outcome !== "ok" && outcome !== "RATE_LIMITED").length;
  const good = checks.flatMap(([kind, outcome, ms]) => (kind === "probe" && outcome === "ok" ? [ms] : []));
  return {
    errorRate: checks.length === 0 ? 0 : failed / checks.length,
    latencyMs: { last: good[0] ?? null, p50: quantileOf(good, 0.5), p95: quantileOf(good, 0.95) },
  };
}

function freshnessOf(description: SourceDescription, row: StatusRow, now: Date): DataSource["freshness"] {
  const { expectedEveryDays } = description;
  const publishedAt = toDate(row.lastModified);
  const lastSyncedAt = toDate(row.lastSyncedAt);
  const ageMs = now.getTime() - (publishedAt ?? lastSyncedAt ?? now).getTime();
  const ageDays = lastSyncedAt === null ? null : Math.max(0, Math.floor(ageMs / dayMs));
  return {
    dataAsOf: dataAsOf(description, row.newestYear),
    publishedAt,
    lastSyncedAt,
    ageDays,
    expectedEveryDays,
    stale: isStale({ ageDays, expectedEveryDays }),
  };
}

/** Of yearly figures the end of the newest year that is stored; else what the catalogue says. */
function dataAsOf({ id, dataAsOf: known }: SourceDescription, newestYear: number | null): string {
  const isYearly = ![FEMA_NRI.id, OPENFEMA.id, GEOCODER.id].includes(id);
  return isYearly && newestYear !== null ? `${newestYear}-12-31` : known;
}

function lastRunOf(row: StatusRow): DataSource["records"]["lastRun"] {
  if (row.runId === null) return null;
  const { runId: id, readCount: read, inserted, updated, unchanged, rejected } = row;
  const [startedAt, finishedAt] = [new Date(row.startedAt), toDate(row.finishedAt)];
  return { id, startedAt, finishedAt, read, inserted, updated, unchanged, rejected };
}

/** The edition that is served; before anything was read, the one that the source offers. */
function versionOf(row: StatusRow): DataSource["version"] {
  const { etag, sha256, lastModified } = row;
  if (row.lastSyncedAt !== null) return { etag, sha256, lastModified: toDate(lastModified) };
  const seen = JSON.parse(row.seenVersion ?? "{}") as {
    etag?: string;
    lastModified?: string;
    sha256?: string;
  };
  return {
    etag: seen.etag ?? null,
    sha256: seen.sha256 ?? null,
    lastModified: toDate(seen.lastModified ?? null),
  };
}

function toDate(at: string | number | null): Date | null {
  return at === null ? null : new Date(at);
}
