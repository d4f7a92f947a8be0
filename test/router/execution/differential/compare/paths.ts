import type { ExecutionResult } from "graphql";

export type Path = readonly (string | number)[];

export function spell(path: Path | undefined): string {
  return (path ?? ["(no path)"]).join(".");
}

/** The place at which the answer shows an error: the first null on its path, or the whole path. */
function shownAt(data: unknown, path: Path): string {
  let value = data;
  for (let length = 0; length < path.length; length += 1) {
    if (value === null || value === undefined) return spell(path.slice(0, length));
    value = (value as Record<string | number, unknown>)[path[length]!];
  }
  return spell(path);
}

/** True when the path names something that the answer does not have, and no null took. */
export function leadsToNothing(data: unknown, path: Path): boolean {
  let value = data;
  for (const key of path) {
    if (value === null) return false;
    value = (value as Record<string | number, unknown> | undefined)?.[key];
  }
  return value === undefined;
}

/** The places at which the answer shows its errors, each once. */
export function shownErrors({ data, errors }: ExecutionResult): string[] {
  return [...new Set((errors ?? []).map((error) => shownAt(data, error.path ?? [])))].sort();
}

/** True when one path holds the other. */
export function isOnOneLine(a: Path, b: Path): boolean {
  return a.slice(0, b.length).every((key, index) => key === b[index]);
}
