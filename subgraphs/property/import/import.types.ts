/** Where a running import is. `total` and `secondsLeft` are null while nobody can know them. */
export interface ImportProgress {
  phase: ImportPhase;
  count: number;
  total: number | null;
  ratePerSecond: number;
  secondsLeft: number | null;
}

/**
 * In this order. `fetch` counts files and is there only for an address; `read` counts lines of the files, or rows of a
 * source; the others properties.
 */
export type ImportPhase = "fetch" | "read" | "score" | "publish";

export type ReportProgress = (progress: ImportProgress) => void;

/** What a finished import has changed. Counts are properties, but `rejected`, which are rows. */
export interface ImportSummary {
  properties: number;
  inserted: number;
  updated: number;
  unchanged: number;
  /** Known before and not in these files: kept as deleted, no longer shown. */
  removed: number;
  rejected: number;
  /** CSV file with the rejected rows, their line and the reason; null when there were none. */
  quarantineFile: string | null;
  durationMs: number;
}
