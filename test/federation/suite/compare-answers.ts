import type { ExecutionResult } from "graphql";

type Path = readonly (string | number)[];

/**
 * How an answer differs from the oracle's: other data, or errors at other places. Two errors are about the same when one
 * place holds the other: a subgraph that is down fails at the entity, the oracle at each of its fields.
 */
export function differences(answer: ExecutionResult, expected: ExecutionResult): string[] {
  const found: string[] = [];
  // As text: the order of the keys is the client's as well.
  const data = JSON.stringify(answer.data ?? null);
  const wanted = JSON.stringify(expected.data ?? null);
  if (data !== wanted) found.push(`data ${data} instead of ${wanted}`);
  const own = pathsOf(answer);
  const others = pathsOf(expected);
  for (const path of own) {
    const place = nullAlong(expected.data, path) ?? path;
    if (!others.some((other) => isAround(place, other))) found.push(`unexpected error at ${path.join(".")}`);
  }
  for (const path of others) {
    const place = nullAlong(expected.data, path) ?? path;
    if (!own.some((other) => isAround(place, other))) found.push(`no error at ${path.join(".")}`);
  }
  if (found.length > 0) found.push(`errors ${JSON.stringify(answer.errors ?? [])}`);
  return found;
}

function pathsOf({ errors = [] }: ExecutionResult): Path[] {
  return errors.map(({ path }) => path ?? []);
}

/** The place on a path at which the data is null; null when it is not. The oracle reports one of several errors behind it. */
function nullAlong(data: unknown, path: Path): Path | null {
  let value = data;
  for (const [index, key] of path.entries()) {
    if (value === null || value === undefined) return path.slice(0, index);
    value = (value as Record<string | number, unknown>)[key];
  }
  return value === null ? path : null;
}

/** True when one of the places is the other, or holds it. */
function isAround(a: Path, b: Path): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).every((key, index) => key === b[index]);
}
