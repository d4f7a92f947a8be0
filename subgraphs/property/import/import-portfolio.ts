import { tmpdir } from "node:os";
import type { RequestContext } from "../../../src/context.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { guardPortfolio, measurePortfolio } from "./guards.ts";
import { ImportHeldError } from "./import.errors.ts";
import {
  advanceRun,
  failRun,
  finishRun,
  readLastFigures,
  startRun,
  storeQuarantine,
  withImportLock,
} from "./import-run.ts";
import type { ImportSummary, ReportProgress } from "./import.types.ts";
import { requireFiles } from "./portfolio-files.ts";
import { PhaseProgress } from "./progress.ts";
import { publishCandidates } from "./publish.ts";
import { writeQuarantineFile } from "./quarantine-file.ts";
import { scorePortfolio, stagePortfolio } from "./stage-portfolio.ts";

export interface ImportOptions {
  /** Directory of the publishers' files. */
  from: string;
  report: ReportProgress;
  signal?: AbortSignal;
  /** Where the file of rejected rows is written; the system's directory for temporary files when left out. */
  quarantineDir?: string;
}

/**
 * Replaces the portfolio by what the files of a directory say: reads, checks and scores them, then publishes in one
 * transaction. Running it again with the same files changes nothing. Killed or aborted at any point, the old portfolio
 * stays whole, and a new run completes. Bad rows are kept in quarantine and cost no other row.
 *
 * Throws ImportSourceError (files missing or unreadable), ImportHeldError (a guard found them too unlike the last ones)
 * or ImportRunningError (one run at a time). Nothing has changed then. Uses two connections of the pool.
 */
export async function importPortfolio(ctx: RequestContext, options: ImportOptions): Promise<ImportSummary> {
  await requireFiles(options.from);
  return withImportLock(ctx.em, async () => {
    const run = { id: newId("imp"), dir: options.from, now: ctx.clock.now() };
    await startRun(ctx.em, run);
    try {
      return await runImport(ctx, run.id, options);
    } catch (error) {
      const status = error instanceof ImportHeldError ? "held" : "failed";
      const failure = { id: run.id, status, reason: reasonOf(error), now: ctx.clock.now() } as const;
      await failRun(ctx.em, failure).catch((cause: unknown) =>
        ctx.log.warn({ err: cause, runId: run.id }, "A failed import could not be recorded"),
      );
      throw error;
    }
  });
}

async function runImport(ctx: RequestContext, runId: string, options: ImportOptions): Promise<ImportSummary> {
  const { from, report, signal } = options;
  const startedAt = performance.now();
  const now = ctx.clock.now();
  const staged = await stagePortfolio(from, { retrievedAt: now.toISOString(), report, signal });
  const { properties, rejected } = staged;
  const figures = measurePortfolio(staged.counts, properties);
  await storeQuarantine(ctx.em, runId, rejected);
  const quarantineFile = await writeQuarantineFile(options.quarantineDir ?? tmpdir(), runId, rejected);
  await advanceRun(ctx.em, { id: runId, phase: "score", figures, rejected: rejected.length });
  guardPortfolio(staged.counts, figures, await readLastFigures(ctx.em));
  const candidates = await scorePortfolio(properties, { asOfYear: now.getUTCFullYear(), report, signal });
  await advanceRun(ctx.em, { id: runId, phase: "publish", figures, rejected: rejected.length });
  const published = await asSystem(
    ctx.em,
    async (em) => {
      const progress = new PhaseProgress("publish", candidates.length, report);
      const changes = await publishCandidates(em, candidates, { now, progress, signal });
      await finishRun(em, { id: runId, counts: changes, now: ctx.clock.now() });
      return changes;
    },
    { retry: false },
  );
  const durationMs = Math.round(performance.now() - startedAt);
  return {
    properties: properties.length,
    ...published,
    rejected: rejected.length,
    quarantineFile,
    durationMs,
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 500) : "unknown";
}
