import type { CanonicalProperty } from "../properties/property.types.ts";
import type { SourceCount } from "../properties/read-portfolio.ts";
import { FEMA_NRI } from "../properties/source-catalogue.ts";
import { ImportHeldError } from "./import.errors.ts";

/** A source may shrink to this share of the last run; a smaller one looks truncated. */
const LEAST_SHARE_OF_LAST = 0.8;
/** A larger share of unusable rows suggests a changed format. */
const MOST_REJECTED_SHARE = 0.02;
/** A median that differs by more than this factor suggests another unit (kWh for kBtu is 3.4). */
const MOST_MEDIAN_FACTOR = 3;

/** The fields that medians are computed from. */
export type MeasuredProperty = Pick<CanonicalProperty, "sources" | (typeof MEASURED)[number]>;

const MEASURED = ["siteEui", "grossFloorArea", "ghgIntensity", "waterIntensity"] as const;

/** Figures of a source in one run, which the next run is compared with. */
export interface SourceFigures {
  readonly rows: number;
  /** Medians of its measured values by their name, in the units of `CanonicalProperty`. */
  readonly medians: Readonly<Record<string, number>>;
}

/** Figures by source id. */
export type PortfolioFigures = Readonly<Record<string, SourceFigures>>;

/** The figures of a portfolio. */
export function measurePortfolio(
  counts: readonly SourceCount[],
  properties: readonly MeasuredProperty[],
): PortfolioFigures {
  const bySource = Map.groupBy(properties, ({ sources }) => sources.find((id) => id !== FEMA_NRI.id) ?? "");
  return Object.fromEntries(
    counts.map(({ sourceId, read }) => {
      const own = bySource.get(sourceId) ?? [];
      const medians = MEASURED.flatMap((name) => {
        const median = medianOf(own.flatMap((record) => record[name] ?? []));
        return median === null ? [] : [[name, median] as const];
      });
      return [sourceId, { rows: read, medians: Object.fromEntries(medians) }];
    }),
  );
}

/**
 * Holds a portfolio that differs too much from the last one: throws ImportHeldError when a source has fewer than 80 %
 * of the rows it had, when more than 2 % of its rows cannot be used, or when a median is off by more than a factor of
 * 3. The first and the last check are skipped for a source that was never read before.
 */
export function guardPortfolio(
  counts: readonly SourceCount[],
  figures: PortfolioFigures,
  last: PortfolioFigures,
): void {
  for (const { sourceId, read, rejected } of counts) {
    guardRowCount(sourceId, read, last[sourceId]?.rows ?? 0);
    guardRejected(sourceId, rejected, read);
    guardMedians(sourceId, figures[sourceId], last[sourceId]);
  }
}

/** Throws ImportHeldError when a source has shrunk to less than 80 % of its rows, or is empty. */
export function guardRowCount(sourceId: string, rows: number, before: number): void {
  if (rows >= before * LEAST_SHARE_OF_LAST && rows > 0) return;
  const share = `${rows} rows, the last run had ${before}; at least 80 % are expected`;
  throw new ImportHeldError("rowCount", `${sourceId} has ${share}.`);
}

/** Throws ImportHeldError when more than 2 % of the rows cannot be used. */
export function guardRejected(sourceId: string, rejected: number, read: number): void {
  if (rejected <= read * MOST_REJECTED_SHARE) return;
  const share = `${rejected} of ${read} rows of ${sourceId} cannot be used; at most 2 % are tolerated`;
  throw new ImportHeldError("rejectedRows", `${share}.`);
}

/** Throws ImportHeldError when a median is missing, or is off by more than a factor of 3. */
export function guardMedians(
  sourceId: string,
  now: SourceFigures | undefined,
  before: SourceFigures | undefined,
): void {
  for (const [name, old] of Object.entries(before?.medians ?? {})) {
    const median = now?.medians[name];
    if (median === undefined) {
      throw new ImportHeldError("medians", `${sourceId} has no ${name} any more.`);
    }
    const factor = median > old ? median / old : old / median;
    if (factor > MOST_MEDIAN_FACTOR) {
      const change = `from ${old} to ${median}; a factor of ${MOST_MEDIAN_FACTOR} is tolerated`;
      throw new ImportHeldError("medians", `the median ${name} of ${sourceId} went ${change}.`);
    }
  }
}

/** The lower of the two middle values of an even count; null for an empty list. */
function medianOf(values: number[]): number | null {
  return values.sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null;
}
