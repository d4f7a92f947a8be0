import { setImmediate as nextTurn } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { RequestContext } from "../../../src/context.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import {
  guardMedians,
  guardRejected,
  guardRowCount,
  measurePortfolio,
  type MeasuredProperty,
  type PortfolioFigures,
} from "../import/guards.ts";
import { readLastFigures } from "../import/import-run.ts";
import type { ReportProgress } from "../import/import.types.ts";
import { PhaseProgress } from "../import/progress.ts";
import { countUpVersion, markDeleted, readHashes, takeTurn, writeCandidates } from "../import/publish.ts";
import { scorePortfolio } from "../import/stage-portfolio.ts";
import { dropStaged, mergeStaged, recordSourceState, type MergedRows } from "../import/staged-rows.ts";
import { FEMA_NRI } from "../properties/source-catalogue.ts";
import { loadCounties, rebuildProperties } from "./rebuild-properties.rows.ts";
import { endRun, type OpenRun } from "./sync-runs.rows.ts";

const CHUNK = 500;
/** Fewer buildings than this say nothing about the middle of all. */
const LEAST_FOR_MEDIANS = 20;

export interface PublishSyncOptions {
  report: ReportProgress;
  signal?: AbortSignal | undefined;
}

/**
 * Publishes the staged rows of a run, in one transaction: rows, the buildings merged from them, their scores, and the
 * mark up to which the source is read. Throws ImportHeldError when a guard finds the source too different from its last
 * state; nothing has changed then.
 */
export async function publishSync(
  ctx: RequestContext,
  run: OpenRun,
  options: PublishSyncOptions,
): Promise<void> {
  const now = ctx.clock.now();
  const isFull = run.mode === "full" || run.place?.mark === null;
  await asSystem(
    ctx.em,
    async (em) => {
      await takeTurn(em);
      const { id: runId, sourceId, isSynthetic } = run;
      const last = await readLastFigures(em, { withSynthetic: isSynthetic });
      const merged = await mergeStaged(em, { runId, sourceIds: [sourceId], isFull, isSynthetic, now });
      const measured = await writeBuildings(em, await affectedBuildings(em, sourceId, merged), {
        ...options,
        now,
      });
      const figures = await guardSource(em, run, { isFull, measured, last });
      const edition = {
        mark: run.place?.mark ?? null,
        ...(run.version ?? { etag: null, lastModified: null, sha256: null }),
      };
      await recordSourceState(em, { sourceId, edition, isFull, now });
      await endRun(em, { id: runId, counts: merged.counts.get(sourceId)!, figures, now: ctx.clock.now() });
      await dropStaged(em, runId);
    },
    { retry: false },
  );
}

/** Buildings whose rows changed; all of them when the county table did, since its ranks are among all counties. */
async function affectedBuildings(
  em: EntityManager,
  sourceId: string,
  { propertyIds, changedSources }: MergedRows,
): Promise<string[]> {
  if (sourceId !== FEMA_NRI.id || !changedSources.has(sourceId)) return [...propertyIds].sort();
  const rows = await executeSql<{ id: string }>(
    em,
    `SELECT DISTINCT property_id AS id FROM source_records
     WHERE property_id IS NOT NULL AND deleted_at IS NULL ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}

async function writeBuildings(
  em: EntityManager,
  ids: readonly string[],
  { now, report, signal }: PublishSyncOptions & { now: Date },
): Promise<MeasuredProperty[]> {
  const measured: MeasuredProperty[] = [];
  if (ids.length === 0) return measured;
  const [counties, stored] = [await loadCounties(em), await readHashes(em)];
  const progress = new PhaseProgress("publish", ids.length, report);
  let changes = 0;
  for (let start = 0; start < ids.length; start += CHUNK) {
    signal?.throwIfAborted();
    const chunk = ids.slice(start, start + CHUNK);
    const records = await rebuildProperties(em, chunk, counties);
    const candidates = await scorePortfolio(records, {
      asOfYear: now.getUTCFullYear(),
      report: () => undefined,
    });
    const news = candidates.filter(({ record, contentHash }) => stored.get(record.id) !== contentHash);
    const present = new Set(records.map(({ id }) => id));
    const gone = chunk.filter((id) => !present.has(id) && (stored.get(id) ?? null) !== null);
    await writeCandidates(em, news, { now, progress, signal });
    await markDeleted(em, gone, now);
    changes += news.length + gone.length;
    progress.add(chunk.length - news.length);
    for (const { sources, siteEui, grossFloorArea, ghgIntensity, waterIntensity } of records)
      measured.push({ sources, siteEui, grossFloorArea, ghgIntensity, waterIntensity });
    await nextTurn();
  }
  if (changes > 0) await countUpVersion(em, now, changes);
  progress.end();
  return measured;
}

/** Compares the source's new state with its last one, and returns the figures for the next run. */
async function guardSource(
  em: EntityManager,
  { sourceId, readCount, rejectedCount }: OpenRun,
  {
    isFull,
    measured,
    last,
  }: { isFull: boolean; measured: readonly MeasuredProperty[]; last: PortfolioFigures },
): Promise<PortfolioFigures> {
  const [row] = await executeSql<{ rows: number }>(
    em,
    "SELECT count(*)::int AS rows FROM source_records WHERE source_id = $1 AND deleted_at IS NULL",
    [sourceId],
  );
  const rows = row?.rows ?? 0;
  guardRowCount(sourceId, rows, last[sourceId]?.rows ?? 0);
  // A bad row in a small update must not hold it up: the share refers to all stored rows.
  guardRejected(sourceId, rejectedCount, isFull ? readCount : Math.max(readCount, rows));
  const counts = [{ sourceId, read: rows, staged: rows, rejected: 0, properties: 0 }];
  const now = measurePortfolio(counts, measured)[sourceId]!;
  if (measured.length < LEAST_FOR_MEDIANS || sourceId === FEMA_NRI.id)
    return { [sourceId]: { rows, medians: last[sourceId]?.medians ?? {} } };
  guardMedians(sourceId, now, last[sourceId]);
  // A small update is no baseline for the whole; the baseline of the last full run stays.
  return { [sourceId]: isFull ? now : { rows, medians: last[sourceId]?.medians ?? now.medians } };
}
