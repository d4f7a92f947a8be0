import type { RequestContext } from "../../../src/context.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { ImportHeldError } from "../import/import.errors.ts";
import { storeQuarantine, withRunLock } from "../import/import-run.ts";
import type { ReportProgress } from "../import/import.types.ts";
import { PhaseProgress } from "../import/progress.ts";
import { dropStaged, stageRows } from "../import/staged-rows.ts";
import { rowFromCells } from "../properties/csv-rows.ts";
import type { StagedRecord } from "../properties/read-portfolio.ts";
import type { RejectedRow } from "../properties/staged-year.types.ts";
import type { PropertyPorts } from "../property.context.ts";
import type { PropertySource, SourcePage } from "./property-source.port.ts";
import { publishSync } from "./publish-sync.service.ts";
import { RECORD_READERS, type RecordReader } from "./record-readers.ts";
import { callSource } from "./source-health.service.ts";
import { SourceFailure } from "./source-failure.ts";
import { leaveRun, recordPage, readPublishedState, takeRun, type OpenRun } from "./sync-runs.rows.ts";

/** What became of a run. `busy`: another process has it. */
export type SyncOutcome = "published" | "unchanged" | "held" | "failed" | "busy" | "ended";

export interface SyncOptions {
  runId: string;
  sourceId: string;
  report?: ReportProgress;
  signal?: AbortSignal | undefined;
  /** False for the last try: what fails then has failed. */
  mayTryAgain: boolean;
}

const callRetries = 3;

/**
 * Reads a source page by page into its staging rows, each page committed with the position of the next one, then checks
 * and publishes them in one transaction. A killed run resumes from its last page, in any process. One run per source at
 * a time.
 *
 * Throws SourceFailure when the source fails and the run may be retried; it waits then.
 */
export async function syncSource(ctx: RequestContext, options: SyncOptions): Promise<SyncOutcome> {
  const { runId, sourceId } = options;
  const source = (ctx.ports as PropertyPorts).sources.find(({ id }) => id === sourceId);
  return withRunLock<SyncOutcome>(
    ctx.em,
    `property-source-${sourceId}`,
    async () => {
      const run = await takeRun(ctx.em, runId, ctx.clock.now());
      if (run === null) return "ended";
      try {
        if (!source?.readPage) throw new SourceFailure("CONFIGURATION_ERROR");
        return await readAndPublish(ctx, source, run, options);
      } catch (error) {
        return leaveFailed(ctx, run, error, options);
      }
    },
    () => "busy",
  );
}

async function leaveFailed(
  ctx: RequestContext,
  { id }: OpenRun,
  error: unknown,
  { signal, mayTryAgain }: SyncOptions,
): Promise<SyncOutcome> {
  const { em, clock, log } = ctx;
  const now = clock.now();
  if (error instanceof ImportHeldError) {
    await leaveRun(em, { id, status: "held", reason: error.message, now });
    await dropStaged(em, id);
    log.warn({ runId: id, guard: error.guard }, "A run of a data source is held by a guard");
    return "held";
  }
  const isLasting =
    error instanceof SourceFailure && ["AUTH_REFUSED", "CONFIGURATION_ERROR"].includes(error.code);
  const waits = signal?.aborted || (mayTryAgain && !isLasting);
  const reason =
    error instanceof SourceFailure
      ? error.message
      : "Internal error on our side. The run can be started again.";
  // A process that loses its database leaves the run open, so that another one can take it.
  await leaveRun(em, { id, status: waits ? "queued" : "failed", reason, now }).catch(() => undefined);
  if (!waits) await dropStaged(em, id).catch(() => undefined);
  if (isLasting) return "failed";
  throw error;
}

async function readAndPublish(
  ctx: RequestContext,
  source: PropertySource,
  taken: OpenRun,
  { report = () => undefined, signal }: SyncOptions,
): Promise<SyncOutcome> {
  const { em } = ctx;
  const state = await readPublishedState(em, source.id);
  const reader = RECORD_READERS.get(source.id);
  if (!reader) throw new SourceFailure("CONFIGURATION_ERROR");
  let run = taken;
  let progress: PhaseProgress | null = null;
  while (run.phase === "read") {
    signal?.throwIfAborted();
    const call = callSource(ctx, { sourceId: source.id, kind: "sync", retries: callRetries, signal });
    const { mark, etag } = state;
    const page = await source.readPage!(call, {
      mode: run.mode,
      mark,
      etag,
      cursor: run.place?.next ?? null,
    });
    if (page.isUnchanged) {
      await leaveRun(em, { id: run.id, status: "unchanged", reason: null, now: ctx.clock.now() });
      return "unchanged";
    }
    requireColumns(source.id, reader, page);
    progress ??= new PhaseProgress("read", page.total ?? run.totalCount, report, run.readCount);
    run = await storePage(ctx, run, page, readRows(source, reader, page));
    progress.add(page.rows.length);
  }
  progress?.end();
  await publishSync(ctx, run, { report, signal });
  return "published";
}

/** Throws ImportHeldError when a source has lost columns that its reader needs. A page without rows may not name any. */
function requireColumns(sourceId: string, { requiredColumns }: RecordReader, page: SourcePage): void {
  const filled = page.rows.flatMap(({ cells }) => Object.keys(cells));
  const columns = new Set(page.columns ?? filled);
  if (columns.size === 0) return;
  const missing = requiredColumns.filter((column) => !columns.has(column));
  if (missing.length > 0)
    throw new ImportHeldError("requiredColumns", `${sourceId} has no column ${missing.join(", ")}.`);
}

interface ReadRows {
  records: StagedRecord[];
  rejected: RejectedRow[];
}

function readRows({ id: sourceId, kind }: PropertySource, reader: RecordReader, page: SourcePage): ReadRows {
  const records: StagedRecord[] = [];
  const rejected: RejectedRow[] = [];
  for (const { line, cells } of page.rows) {
    const row = rowFromCells(line, cells);
    const key = reader.keyOf(row);
    if (typeof key === "string")
      rejected.push({ kind: "rejected", sourceId, file: kind, line, reason: key, raw: row.raw });
    else records.push({ sourceId, ...key, cells });
  }
  return { records, rejected };
}

async function storePage(
  ctx: RequestContext,
  run: OpenRun,
  page: SourcePage,
  { records, rejected }: ReadRows,
): Promise<OpenRun> {
  const next: OpenRun = {
    ...run,
    phase: page.next === null ? "publish" : "read",
    place: { next: page.next, mark: page.mark },
    pageCount: run.pageCount + 1,
    readCount: run.readCount + page.rows.length,
    rejectedCount: run.rejectedCount + rejected.length,
    totalCount: page.total ?? run.totalCount,
    version: run.version ?? page.version,
    isSynthetic: run.isSynthetic || page.isSynthetic,
  };
  await asSystem(ctx.em, async (em) => {
    await recordPage(em, next, run);
    await stageRows(em, run.id, records);
    await storeQuarantine(em, run.id, rejected);
  });
  return next;
}
