import { setImmediate as nextTurn } from "node:timers/promises";
import { scoreProperty } from "../green-score/green-score.ts";
import { loadReference } from "../green-score/reference.ts";
import { MissingColumnsError } from "../properties/csv-rows.ts";
import type { CanonicalProperty } from "../properties/property.types.ts";
import {
  readPortfolio,
  type Portfolio,
  type SourceCount,
  type StagedRecord,
} from "../properties/read-portfolio.ts";
import { FEMA_NRI } from "../properties/source-catalogue.ts";
import type { RejectedRow } from "../properties/staged-year.types.ts";
import { ImportHeldError, ImportSourceError } from "./import.errors.ts";
import { countLines, openFrom } from "./portfolio-files.ts";
import { PhaseProgress } from "./progress.ts";
import type { ReportProgress } from "./import.types.ts";
import { toCandidate, type Candidate } from "./candidate.ts";

/** A portfolio as read from files, before anything is stored. */
export interface StagedPortfolio {
  properties: readonly CanonicalProperty[];
  rejected: readonly RejectedRow[];
  /** By source, the county table included. */
  counts: readonly SourceCount[];
  /** Every row that is used, as it came. */
  records: StagedRecord[];
}

/**
 * Reads and merges the files of a directory. Throws ImportHeldError when a file lacks columns, ImportSourceError when
 * one cannot be read, and the signal's reason when it aborts.
 */
export async function stagePortfolio(
  dir: string,
  options: { retrievedAt: string; report: ReportProgress; signal?: AbortSignal },
): Promise<StagedPortfolio> {
  const { retrievedAt, report, signal } = options;
  let opened = "";
  const records: StagedRecord[] = [];
  try {
    const progress = new PhaseProgress("read", await countLines(dir, signal), report);
    const open = openFrom(dir, progress, signal);
    const portfolio = await readPortfolio(
      (file) => {
        opened = file;
        return open(file);
      },
      retrievedAt,
      (record) => records.push(record),
    );
    progress.end();
    return { ...portfolio, records, counts: [...portfolio.counts, countCounties(portfolio)] };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof MissingColumnsError) {
      throw new ImportHeldError("requiredColumns", `${opened} has no column ${error.columns.join(", ")}.`);
    }
    throw new ImportSourceError(`Cannot read ${opened || dir}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function countCounties({ counties, rejected }: Portfolio): SourceCount {
  const bad = rejected.filter(({ sourceId }) => sourceId === FEMA_NRI.id).length;
  const staged = counties.size;
  return { sourceId: FEMA_NRI.id, read: staged + bad, staged, rejected: bad, properties: 0 };
}

/** Scores every record as of `asOfYear`, giving way to other work now and then. */
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
