import type { SourceCount } from "../properties/read-portfolio.ts";
import { ImportHeldError } from "./import.errors.ts";

/** A source may shrink to this share of the last run; less looks like a cut file. */
const LEAST_SHARE_OF_LAST = 0.8;
/** More unusable rows than this look like another format. */
const MOST_REJECTED_SHARE = 0.02;

/** Rows read by source id. */
export type RowCounts = Readonly<Record<string, number>>;

/**
 * Holds a portfolio that is too unlike the last one: throws ImportHeldError when a source has fewer than 80 % of the
 * rows it had, or when more than 2 % of its rows cannot be used. A source that was never read before passes the first.
 */
export function guardPortfolio(counts: readonly SourceCount[], last: RowCounts): void {
  for (const { sourceId, read, rejected } of counts) {
    const before = last[sourceId] ?? 0;
    if (read < before * LEAST_SHARE_OF_LAST || read === 0) {
      const share = `${read} rows, the last run had ${before}; at least 80 % are expected`;
      throw new ImportHeldError("rowCount", `${sourceId} has ${share}.`);
    }
    if (rejected > read * MOST_REJECTED_SHARE) {
      const share = `${rejected} of ${read} rows of ${sourceId} cannot be used; at most 2 % are tolerated`;
      throw new ImportHeldError("rejectedRows", `${share}.`);
    }
  }
}

export function rowCounts(counts: readonly SourceCount[]): RowCounts {
  return Object.fromEntries(counts.map(({ sourceId, read }) => [sourceId, read]));
}
