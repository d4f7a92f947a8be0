/** Progress of a running import. `total` and `secondsLeft` are null until they are known. */
export interface ImportProgress {
  phase: ImportPhase;
  count: number;
  total: number | null;
  ratePerSecond: number;
  secondsLeft: number | null;
}

/**
 * In this order. `fetch` counts files and occurs only for a URL; `read` counts lines of the files, or rows of a source;
 * the others count properties.
 */
export type ImportPhase = "fetch" | "read" | "score" | "publish";

export type ReportProgress = (progress: ImportProgress) => void;

/** Changes made by a finished import. Counts are properties, except `rejected`, which counts rows. */
export interface ImportSummary {
  properties: number;
  inserted: number;
  updated: number;
  unchanged: number;
  /** Stored before and absent from these files: kept as deleted, no longer shown. */
  removed: number;
  rejected: number;
  /** CSV file with the rejected rows, their line and the reason; null when there were none. */
  quarantineFile: string | null;
  durationMs: number;
}
