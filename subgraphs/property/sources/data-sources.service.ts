import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { readRows } from "../../../src/db/read-rows.ts";
import { DomainError } from "../../../src/errors.ts";
import type { PropertyContext } from "../property.context.ts";
import type {
  RejectedSourceRow,
  SourceSyncRun,
  SourceSyncRunDetails,
  SourceSyncRunPage,
  SourceSyncRunsArgs,
  SourceSyncStart,
  StartSourceSyncInput,
} from "./sync-runs.types.ts";
import { requestSync } from "./request-sync.service.ts";
import { SOURCES_IN_STATUS } from "./status-sources.ts";

const columns = `id, source_id AS "sourceId", mode, status, phase, coalesce(requested_at, started_at) AS "requestedAt",
  CASE WHEN status <> 'queued' OR page_count > 0 THEN started_at END AS "startedAt", finished_at AS "finishedAt",
  read_count AS read, total_count AS total, page_count AS pages, inserted_count AS inserted, updated_count AS updated,
  unchanged_count AS unchanged, removed_count AS removed, rejected_count AS rejected, reason`;
const shownRejected = 100;

/**
 * Requests a sync of a source and returns its run, or the one that is open. Throws NOT_FOUND for an unknown source and
 * INVALID_STATE for one that is not configured or has no rows.
 */
export async function startSourceSync(
  ctx: PropertyContext,
  { sourceId, full }: StartSourceSyncInput,
): Promise<SourceSyncStart> {
  requireKnown(sourceId);
  const source = ctx.ports.sources.find(({ id }) => id === sourceId);
  if (!source?.readPage) {
    throw new DomainError(
      "INVALID_STATE",
      "This data source is not configured or has no rows to sync. Choose another source.",
      {
        sourceId,
      },
    );
  }
  const mode = full === true ? "full" : "incremental";
  return exactlyOnce(ctx, { operation: "startSourceSync", input: { sourceId, mode } }, async (em) => {
    const runId = await requestSync(ctx, em, source, mode);
    const run = await readRun({ em, principal: ctx.principal, clock: ctx.clock }, runId);
    return { runId, sourceId, mode: run?.mode ?? mode };
  });
}

/** The runs of a source, newest first. Throws NOT_FOUND for an unknown source. */
export async function listSyncRuns(
  ctx: PropertyContext,
  args: SourceSyncRunsArgs,
): Promise<SourceSyncRunPage> {
  const { sourceId, page, pageSize } = args;
  requireKnown(sourceId);
  const offset = (page - 1) * pageSize;
  const [count] = await readRows<{ total: number }>(
    ctx,
    {
      sql: "SELECT count(*)::int AS total FROM import_runs WHERE source_id = $1",
      parameters: [sourceId],
    },
    { onReplica: true },
  );
  const rows = await readRows<RunRow>(
    ctx,
    {
      sql: `SELECT ${columns} FROM import_runs WHERE source_id = $1 ORDER BY started_at DESC, id DESC LIMIT $2 OFFSET $3`,
      parameters: [sourceId, pageSize, offset],
    },
    { onReplica: true },
  );
  const total = count?.total ?? 0;
  const runs = rows.map((row) => toRun(row, ctx.clock.now()));
  return { runs, total, page, pageSize, hasMore: offset + runs.length < total };
}

/** One run with the first of its rejected rows. Throws NOT_FOUND. */
export async function readSyncRun(ctx: PropertyContext, runId: string): Promise<SourceSyncRunDetails> {
  const run = await readRun(ctx, runId.replaceAll("\0", ""));
  if (run === null) throw new DomainError("NOT_FOUND", "No sync run with this ID. Check the runId.");
  const rejectedRows = await readRows<RejectedSourceRow>(
    ctx,
    {
      sql: "SELECT line, reason, raw FROM import_quarantine WHERE run_id = $1 ORDER BY line, raw LIMIT $2",
      parameters: [run.id, shownRejected],
    },
    { onReplica: true },
  );
  return { run, rejectedRows };
}

type RunRow = Omit<
  SourceSyncRun,
  "requestedAt" | "startedAt" | "finishedAt" | "ratePerSecond" | "secondsLeft"
> & {
  requestedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
};

async function readRun(
  ctx: Pick<PropertyContext, "em" | "principal" | "clock">,
  runId: string,
): Promise<SourceSyncRun | null> {
  const [row] = await readRows<RunRow>(ctx, {
    sql: `SELECT ${columns} FROM import_runs WHERE id = $1 AND source_id IS NOT NULL`,
    parameters: [runId],
  });
  return row ? toRun(row, ctx.clock.now()) : null;
}

function toRun(row: RunRow, now: Date): SourceSyncRun {
  const startedAt = row.startedAt === null ? null : new Date(row.startedAt);
  const isReading = row.status === "running" && row.phase === "read" && startedAt !== null;
  const seconds = isReading ? (now.getTime() - startedAt.getTime()) / 1000 : 0;
  const rate = seconds > 0 ? row.read / seconds : null;
  const left =
    rate === null || rate === 0 || row.total === null ? null : Math.max(0, row.total - row.read) / rate;
  return {
    ...row,
    requestedAt: new Date(row.requestedAt),
    startedAt,
    finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt),
    ratePerSecond: rate === null ? null : Math.round(rate * 10) / 10,
    secondsLeft: left === null ? null : Math.ceil(left),
  };
}

function requireKnown(sourceId: string): void {
  if (SOURCES_IN_STATUS.some(({ id }) => id === sourceId)) return;
  throw new DomainError("NOT_FOUND", "No data source with this ID. Check the sourceId.");
}
