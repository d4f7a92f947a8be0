import { maxText } from "./workspace.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** A run, without credentials and headers. */
export interface HistoryEntry {
  id: number;
  title: string;
  /** ISO 8601. */
  at: string;
  /** Name of the identity. */
  as: string;
  status: number;
  document: string;
  variables: string;
}

/** Runs that are kept, and the longest text that they are stored as. */
const maxRuns = 100;
const maxStored = 300_000;

/** Adds a run. A repeat of the newest document replaces its entry. */
export function addRun(
  runs: readonly HistoryEntry[],
  run: Omit<HistoryEntry, "id">,
): readonly HistoryEntry[] {
  const [newest] = runs;
  const isRepeat =
    newest?.document === run.document && newest.variables === run.variables && newest.as === run.as;
  const id = 1 + Math.max(0, ...runs.map((one) => one.id));
  return [{ ...run, id }, ...(isRepeat ? runs.slice(1) : runs)].slice(0, maxRuns);
}

/** Runs that contain all words of a search, in their title, identity, status or document. */
export function searchRuns(runs: readonly HistoryEntry[], search: string): readonly HistoryEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return runs.filter(({ title, as, status, document, variables }) => {
    const text = `${title} ${as} ${status} ${document} ${variables}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The history as it is stored: without secrets, the newest runs that fit. */
export function storeRuns(runs: readonly HistoryEntry[]): string {
  const kept: HistoryEntry[] = [];
  let length = 0;
  for (const run of runs) {
    if (run.document.length > maxText || run.variables.length > maxText) continue;
    const safe = {
      ...run,
      document: withoutSecrets(run.document),
      variables: withoutSecrets(run.variables),
    };
    length += JSON.stringify(safe).length;
    if (length > maxStored) break;
    kept.push(safe);
  }
  return JSON.stringify(kept);
}

/** Reads a stored history. Entries that are not valid are left out. */
export function readRuns(text: string | null): readonly HistoryEntry[] {
  if (text === null || text.length > 2 * maxStored) return [];
  try {
    const value = JSON.parse(text) as unknown;
    return Array.isArray(value) ? value.filter(isRun).slice(0, maxRuns) : [];
  } catch {
    return [];
  }
}

function isRun(value: unknown): value is HistoryEntry {
  if (typeof value !== "object" || value === null) return false;
  const { id, title, at, as, status, document, variables } = value as Record<string, unknown>;
  const texts = [title, at, as, document, variables];
  return (
    typeof id === "number" && typeof status === "number" && texts.every((one) => typeof one === "string")
  );
}
