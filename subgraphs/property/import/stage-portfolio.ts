import { setImmediate as nextTurn } from "node:timers/promises";
import { scoreProperty } from "../green-score/green-score.ts";
import { loadReference } from "../green-score/reference.ts";
import { MissingColumnsError } from "../properties/csv-rows.ts";
import type { CanonicalProperty } from "../properties/property.types.ts";
import {
  readPortfolioRows,
  type PortfolioSurvey,
  type SourceCount,
  type StagedRecord,
} from "../properties/read-portfolio.ts";
import { FEMA_NRI } from "../properties/source-catalogue.ts";
import { ImportHeldError, ImportSourceError } from "./import.errors.ts";
import { countLines, openFrom } from "./portfolio-files.ts";
import { PhaseProgress } from "./progress.ts";
import type { ReportProgress } from "./import.types.ts";
import { toCandidate, type Candidate } from "./candidate.ts";

/** Number of rows buffered before they are stored. */
const BATCH = 1000;

/**
 * Reads the files of a directory and stores every usable row, a batch at a time. Throws ImportHeldError when a file
 * lacks columns, ImportSourceError when one cannot be read, and the signal's reason when it aborts.
 */
export async function stagePortfolio(
  dir: string,
  options: {
    keep: (records: readonly StagedRecord[]) => Promise<void>;
    report: ReportProgress;
    signal?: AbortSignal;
  },
): Promise<PortfolioSurvey> {
  const { keep, report, signal } = options;
  let opened = "";
  let batch: StagedRecord[] = [];
  const keepBatch = async () => {
    const full = batch;
    batch = [];
    // A database failure is not the file's fault.
    await keep(full).catch((cause: unknown) => {
      throw new KeepingError("rows cannot be kept", { cause });
    });
  };
  try {
    const progress = new PhaseProgress("read", await countLines(dir, signal), report);
    const open = openFrom(dir, progress, signal);
    const survey = await readPortfolioRows(
      (file) => {
        opened = file;
        return open(file);
      },
      (record) => (batch.push(record) < BATCH ? undefined : keepBatch()),
    );
    await keepBatch();
    progress.end();
    return { ...survey, counts: [...survey.counts, countCounties(survey)] };
  } catch (error) {
    if (error instanceof KeepingError) throw error.cause;
    signal?.throwIfAborted();
    if (error instanceof MissingColumnsError) {
      throw new ImportHeldError("requiredColumns", `${opened} has no column ${error.columns.join(", ")}.`);
    }
    throw new ImportSourceError(`Cannot read ${opened || dir}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

class KeepingError extends Error {}

function countCounties({ counties, rejected }: PortfolioSurvey): SourceCount {
  const bad = rejected.filter(({ sourceId }) => sourceId === FEMA_NRI.id).length;
  const staged = counties.size;
  return { sourceId: FEMA_NRI.id, read: staged + bad, staged, rejected: bad, properties: 0 };
}

/** Scores every record as of `asOfYear`, yielding to other work now and then. */
export async function scorePortfolio(
  properties: readonly CanonicalProperty[],
  options: { asOfYear: number; report: ReportProgress; signal?: AbortSignal },
): Promise<Candidate[]> {
  const reference = loadReference();
  const progress = new PhaseProgress("score", properties.length, options.report);
  const candidates: Candidate[] = [];
  for (const record of properties) {
    candidates.push(toCandidate(record, scoreProperty(record, options.asOfYear, reference)));
    progress.add(1);
    if (candidates.length % 500 !== 0) continue;
    await nextTurn();
    options.signal?.throwIfAborted();
  }
  progress.end();
  return candidates;
}
