import { prototypeKey } from "../../src/text/reserved-names.ts";
import type { ResponseObject } from "./execution.types.ts";

/** The place of a conflict below the merged objects, from the outermost key on. */
export interface MergeConflict {
  key: string | number;
  below: MergeConflict | null;
}

/**
 * Merges a fetch's data into the data collected so far: objects key by key, lists of equal length item by item, anything
 * else is replaced. A null never hides an object that another subgraph has answered. Lists of different lengths have no
 * common items: the first one stays, and the first such place is returned. Reads and writes own properties only, so no
 * key of a subgraph's response can reach a prototype.
 */
export function mergeInto(target: ResponseObject, source: ResponseObject): MergeConflict | null {
  let conflict: MergeConflict | null = null;
  for (const key of Object.keys(source)) {
    if (key === prototypeKey) continue;
    const value = source[key];
    const known = target[key];
    if (known === undefined || known === null || !Object.hasOwn(target, key)) target[key] = value;
    else if (typeof known !== "object" || typeof value !== "object") target[key] = value ?? known;
    else {
      const found = mergeObjects(target, key, known, value);
      conflict ??= found;
    }
  }
  return conflict;
}

/** The same for values that are objects or lists; a list is replaced by a merged one, which no subgraph holds. */
function mergeObjects(
  holder: ResponseObject | unknown[],
  key: string | number,
  known: object,
  value: object | null,
): MergeConflict | null {
  if (value === null || known === value) return null;
  if (!Array.isArray(known) && !Array.isArray(value)) {
    const below = mergeInto(known as ResponseObject, value as ResponseObject);
    return below && { key, below };
  }
  if (!Array.isArray(known) || !Array.isArray(value)) {
    (holder as ResponseObject)[key] = value;
    return null;
  }
  if (known.length !== value.length) return { key, below: null };
  const merged: unknown[] = [...known];
  (holder as ResponseObject)[key] = merged;
  let below: MergeConflict | null = null;
  for (const [index, item] of value.entries()) {
    const own: unknown = known[index];
    if (own === null || own === undefined) merged[index] = item;
    else if (typeof own !== "object" || typeof item !== "object") merged[index] = item ?? own;
    else {
      const found = mergeObjects(merged, index, own, item);
      below ??= found;
    }
  }
  return below && { key, below };
}

/** A copy that shares nothing with the original: the same entity answered at two places must not be one object. */
export function copyValue<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyValue) as T;
  const copy: ResponseObject = {};
  for (const key of Object.keys(value)) {
    if (key !== prototypeKey) copy[key] = copyValue((value as ResponseObject)[key]);
  }
  return copy as T;
}
