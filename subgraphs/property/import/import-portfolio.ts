import { tmpdir } from "node:os";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { RequestContext } from "../../../src/context.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { PROPERTY_SOURCES, type StagedRecord } from "../properties/read-portfolio.ts";
import { FEMA_NRI, SYNTHETIC } from "../properties/source-catalogue.ts";
import type { RejectedRow } from "../properties/staged-year.types.ts";
import { guardPortfolio, measurePortfolio } from "./guards.ts";
import { ImportHeldError } from "./import.errors.ts";
import {
  advanceRun,
  failRun,
  finishRun,
  readLastFigures,
  recordSourceRuns,
  startRun,
  storeQuarantine,
  withImportLock,
} from "./import-run.ts";
import type { ImportSummary, ReportProgress } from "./import.types.ts";
import { isAddress, withLocalFiles } from "./fetch-files.ts";
import { requireChecksums, requireFiles } from "./portfolio-files.ts";
import { PhaseProgress } from "./progress.ts";
import { publishPortfolio } from "./publish.ts";
import { writeQuarantineFile } from "./quarantine-file.ts";
import { stagePortfolio } from "./stage-portfolio.ts";
import { surveyStaged, toPublish } from "./staged-portfolio.ts";
import { dropStaged, mergeStaged, recordSourceStates, stageRows } from "./staged-rows.ts";

/** The sources whose files make up a portfolio. */
const FILE_SOURCE_IDS = [...PROPERTY_SOURCES.map(({ description }) => description.id), FEMA_NRI.id];

export interface ImportOptions {
  /** Directory of the publishers' files, or their base URL. */
  from: string;
  report: ReportProgress;
  signal?: AbortSignal;
  /** Directory for the file of rejected rows; defaults to the system's directory for temporary files. */
  quarantineDir?: string;
}

/**
 * Replaces the portfolio with the content of a directory's files: reads, checks and scores them, then publishes in one
 * transaction. Running it again with the same files changes nothing. If it is killed or aborted at any point, the old
 * portfolio stays whole, and a new run completes. Bad rows are kept in quarantine and do not affect other rows.
 *
 * Throws ImportSourceError (files missing or unreadable), ImportHeldError (a guard found them too different from the
 * last ones) or ImportRunningError (one run at a time). Nothing has changed then. Uses two connections of the pool.
 */
export async function importPortfolio(ctx: RequestContext, options: ImportOptions): Promise<ImportSummary> {
  return withLocalFiles(options, async (dir) => {
    await requireFiles(dir);
    await requireChecksums(dir);
    return withImportLock(ctx.em, () => recordImport(ctx, dir, options));
  });
}

async function recordImport(
  ctx: RequestContext,
  dir: string,
  options: ImportOptions,
): Promise<ImportSummary> {
  const run = { id: newId("imp"), dir: withoutCredentials(options.from), now: ctx.clock.now() };
  await startRun(ctx.em, run);
  try {
    return await runImport(ctx, run, { ...options, from: dir });
  } catch (error) {
    await dropStaged(ctx.em, run.id).catch(() => undefined);
    const status = error instanceof ImportHeldError ? "held" : "failed";
    const failure = { id: run.id, status, reason: reasonOf(error), now: ctx.clock.now() } as const;
    await failRun(ctx.em, failure).catch((cause: unknown) =>
      ctx.log.warn({ err: cause, runId: run.id }, "A failed import could not be recorded"),
    );
    throw error;
  }
}

async function runImport(
  ctx: RequestContext,
  { id: runId, dir }: { id: string; dir: string },
  options: ImportOptions,
): Promise<ImportSummary> {
  const { from, report, signal } = options;
  const startedAt = performance.now();
  const now = ctx.clock.now();
  const asOfYear = now.getUTCFullYear();
  const keep = (records: readonly StagedRecord[]) => stageRows(ctx.em, runId, records);
  const { rejected, counts, counties } = await stagePortfolio(from, { keep, report, signal });
  await storeQuarantine(ctx.em, runId, rejected);
  const quarantineFile = await writeQuarantineFile(options.quarantineDir ?? tmpdir(), runId, rejected);
  const read = { id: runId, rejected: rejected.length };
  await advanceRun(ctx.em, { ...read, phase: "score", figures: measurePortfolio(counts, []) });
  const count = counts.reduce((sum, { properties }) => sum + properties, 0);
  // The rows are in the database: memory holds only the buildings' hashes and the figures of the whole.
  const staged = { runId, counties, retrievedAt: now.toISOString() };
  const survey = await surveyStaged(ctx.em, staged, { asOfYear, count, report, signal });
  const figures = measurePortfolio(counts, survey.measured);
  guardPortfolio(counts, figures, await readLastFigures(ctx.em));
  await advanceRun(ctx.em, { ...read, phase: "publish", figures });
  const published = await asSystem(
    ctx.em,
    async (em) => {
      const progress = new PhaseProgress("publish", count, report);
      const keeps = (id: string) => !isFromFiles(id);
      const portfolio = toPublish(em, staged, { ...survey, asOfYear, signal });
      const changes = await publishPortfolio(em, portfolio, { now, progress, signal, keeps });
      await publishRows(em, { runId, dir, now, rejected });
      await finishRun(em, { id: runId, counts: changes, now: ctx.clock.now() });
      return changes;
    },
    { retry: false },
  );
  const durationMs = Math.round(performance.now() - startedAt);
  return {
    properties: count,
    ...published,
    rejected: rejected.length,
    quarantineFile,
    durationMs,
  };
}

/**
 * Replaces the stored rows of the portfolio with those of the files, source by source, so that later runs merge with
 * them.
 */
async function publishRows(
  em: EntityManager,
  run: { runId: string; dir: string; now: Date; rejected: readonly RejectedRow[] },
): Promise<void> {
  const { runId, dir, now } = run;
  const options = { runId, sourceIds: FILE_SOURCE_IDS, isFull: true, isSynthetic: false, now };
  const { counts } = await mergeStaged(em, options);
  const rejected = Map.groupBy(run.rejected, ({ sourceId }) => sourceId);
  const bySource = new Map([...rejected].map(([sourceId, rows]) => [sourceId, rows.length]));
  await recordSourceRuns(em, { dir, startedAt: now, now, rejected: bySource }, counts);
  await recordSourceStates(em, [...FILE_SOURCE_IDS, SYNTHETIC.id], now);
  await dropStaged(em, runId);
}

/** Excludes buildings from other sources, which these files do not affect. */
function isFromFiles(id: string): boolean {
  return /^(sea|chi|nyc|syn)-/.test(id);
}

function withoutCredentials(from: string): string {
  if (!isAddress(from)) return from;
  const { origin, pathname } = new URL(from);
  return `${origin}${pathname}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 500) : "unknown";
}
