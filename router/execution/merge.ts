import { prototypeKey } from "../../src/text/reserved-names.ts";
import type { ResponseObject } from "./execution.types.ts";

/**
 * Merges a fetch's data into the data collected so far: objects key by key, lists of equal length item by item, anything
 * else is replaced. A null never hides an object that another subgraph has answered. Reads and writes own properties
 * only, so no key of a subgraph's response can reach a prototype.
 */
export function mergeInto(target: ResponseObject, source: ResponseObject): void {
  for (const key of Object.keys(source)) {
    if (key === prototypeKey) continue;
    const value = source[key];
    const known = target[key];
    const isKnown = known !== undefined && known !== null && Object.hasOwn(target, key);
    target[key] = isKnown ? mergeValues(known, value) : value;
  }
}

function mergeValues(known: unknown, value: unknown): unknown {
  if (value === null || value === undefined) return known;
  if (typeof known !== "object" || typeof value !== "object") return value;
  if (Array.isArray(known) && Array.isArray(value)) {
    if (known.length !== value.length) return value;
    return known.map((item, index) => (item === null ? value[index] : mergeValues(item, value[index])));
  }
  if (Array.isArray(known) || Array.isArray(value)) return value;
  mergeInto(known as ResponseObject, value as ResponseObject);
  return known;
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
