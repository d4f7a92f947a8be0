/** An export as `DataExports` returns it. */
export interface DataExport {
  id: string;
  status: string;
  apps: readonly string[] | null;
  tablesTotal: number;
  tablesDone: number;
  rows: number;
  files: number;
  size: number;
  failure: string | null;
  createdAt: string;
  expiresAt: string | null;
  downloadUrl: string | null;
}

export function isRunning({ status }: DataExport): boolean {
  return status === "queued" || status === "running";
}

/** Status with the progress, or the reason of a failure. */
export function statusWords(one: DataExport): string {
  if (one.failure !== null) return `${one.status}: ${one.failure.replaceAll("_", " ")}`;
  if (!isRunning(one) || one.tablesTotal === 0) return one.status;
  return `${one.status}, ${one.tablesDone} of ${one.tablesTotal} tables`;
}

/** "1.5 MB". */
export function sizeWords(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"] as const;
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1_000 ** power;
  return `${value.toLocaleString("en", { maximumFractionDigits: 1 })} ${units[power]}`;
}
