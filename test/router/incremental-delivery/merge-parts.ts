import type { GraphQLFormattedError } from "graphql";

type Path = readonly (string | number)[];

/** Any payload of an incremental response, in the draft's format or that of 2022. */
export interface Payload {
  data?: unknown;
  errors?: readonly GraphQLFormattedError[];
  pending?: readonly { id: string; path: Path; label?: string }[];
  incremental?: readonly {
    id?: string;
    subPath?: Path;
    path?: Path;
    label?: string;
    data?: unknown;
    errors?: readonly GraphQLFormattedError[];
  }[];
  completed?: readonly { id: string; errors?: readonly GraphQLFormattedError[] }[];
  hasNext?: boolean;
}

export interface Merged {
  data: unknown;
  errors: GraphQLFormattedError[];
  /** Paths of the parts that were completed without data. */
  failed: Path[];
  /** What the payloads say against their own protocol. */
  faults: string[];
}

/** One response of the payloads of an incremental one, as a client merges them. */
export function mergeParts(payloads: readonly Payload[]): Merged {
  const pending = new Map<string, Path>();
  const merged: Merged = { data: undefined, errors: [], failed: [], faults: [] };
  for (const [index, payload] of payloads.entries()) {
    if (payload.hasNext !== index < payloads.length - 1)
      merged.faults.push(`hasNext of payload ${index} is ${payload.hasNext}`);
    if (index === 0) merged.data = structuredClone(payload.data);
    merged.errors.push(...(payload.errors ?? []));
    for (const { id, path } of payload.pending ?? []) {
      if (pending.has(id)) merged.faults.push(`id ${id} twice`);
      if (typeof valueAt(merged.data, path) !== "object" && index === 0)
        merged.faults.push(`nothing at ${path.join(".")}`);
      pending.set(id, path);
    }
    for (const part of payload.incremental ?? []) {
      const base = part.id === undefined ? part.path : pending.get(part.id);
      if (!base) merged.faults.push(`data for ${part.id}, which is not pending`);
      const path = [...(base ?? []), ...(part.subPath ?? [])];
      merged.errors.push(...(part.errors ?? []));
      if (part.data === null) merged.failed.push(path);
      else mergeAt(merged, path, structuredClone(part.data));
    }
    for (const { id, errors } of payload.completed ?? []) {
      if (!pending.has(id)) merged.faults.push(`completed ${id}, which is not pending`);
      if (errors) merged.failed.push(pending.get(id) ?? []);
      if (errors?.length === 0) merged.faults.push(`${id} failed without an error`);
      merged.errors.push(...(errors ?? []));
      pending.delete(id);
    }
  }
  for (const id of pending.keys()) merged.faults.push(`${id} is not completed`);
  return merged;
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown> | null)?.[key],
    data,
  );
}

function mergeAt(merged: Merged, path: Path, data: unknown): void {
  const target = valueAt(merged.data, path);
  if (typeof target !== "object" || target === null) merged.faults.push(`no object at ${path.join(".")}`);
  else mergeInto(target as Record<string, unknown>, data as Record<string, unknown>, merged, path);
}

function mergeInto(
  target: Record<string, unknown>,
  source: Record<string, unknown>,
  merged: Merged,
  path: Path,
): void {
  for (const [key, value] of Object.entries(source)) {
    if (!Object.hasOwn(target, key)) Object.defineProperty(target, key, { value, enumerable: true });
    else merged.faults.push(`${[...path, key].join(".")} is delivered twice`);
  }
}

/**
 * How a merged response differs from the response as a whole. Where a part has failed, its fields are missing, and the
 * whole response has a null that was taken further up.
 */
export function partDifferences(
  merged: Merged,
  whole: { data?: unknown; errors?: readonly GraphQLFormattedError[] },
): string[] {
  const found = [...merged.faults];
  compare(merged.data, whole.data, [], merged, found);
  const isAround = (a: Path = [], b: Path = []) =>
    a.slice(0, b.length).every((key, index) => key === b[index]);
  const places = (path: Path = []) => nullAlong(whole.data, path) ?? path;
  for (const { path, message } of whole.errors ?? [])
    if (!merged.errors.some((error) => isAround(error.path, places(path))))
      found.push(`no error at ${path?.join(".")}: ${message}`);
  for (const { path, message } of merged.errors)
    if (!(whole.errors ?? []).some((error) => isAround(error.path, places(path))))
      found.push(`unexpected error at ${path?.join(".")}: ${message}`);
  return found;
}

/** The place on a path at which the data is null: one of several errors behind it is enough. */
function nullAlong(data: unknown, path: Path): Path | null {
  const index = path.findIndex((_, at) => isNothing(valueAt(data, path.slice(0, at))));
  if (index !== -1) return path.slice(0, index);
  return isNothing(valueAt(data, path)) ? path : null;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}

function compare(own: unknown, whole: unknown, path: Path, merged: Merged, found: string[]): void {
  const starts = (long: Path, short: Path) => short.every((key, index) => long[index] === key);
  if (whole === null && own !== null) {
    if (!merged.failed.some((failed) => starts(failed, path) || starts(path, failed)))
      found.push(`${path.join(".")} is null in the whole`);
    return;
  }
  if (typeof own !== "object" || own === null || typeof whole !== "object" || whole === null) {
    if (own !== whole)
      found.push(`${path.join(".")}: ${JSON.stringify(own)} instead of ${JSON.stringify(whole)}`);
    return;
  }
  const keys = new Set([...Object.keys(own), ...Object.keys(whole)]);
  for (const key of keys) {
    const place = [...path, Array.isArray(whole) ? Number(key) : key];
    if (!Object.hasOwn(own, key)) {
      if (!merged.failed.some((failed) => starts(place, failed))) found.push(`${place.join(".")} is missing`);
    } else if (!Object.hasOwn(whole, key)) found.push(`${place.join(".")} is too much`);
    else
      compare(
        (own as Record<string, unknown>)[key],
        (whole as Record<string, unknown>)[key],
        place,
        merged,
        found,
      );
  }
}
