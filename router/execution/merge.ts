import type { ResponseObject } from "./execution.types.ts";

/**
 * Adds what a fetch brought to what is there: objects key by key, lists of equal length item by item, anything else
 * is replaced. A null never hides an object that another subgraph has answered.
 */
export function mergeInto(target: ResponseObject, source: ResponseObject): void {
  for (const key in source) {
    const value = source[key];
    const known = target[key];
    target[key] = known === undefined || known === null ? value : mergeValues(known, value);
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
  for (const key in value) copy[key] = copyValue((value as ResponseObject)[key]);
  return copy as T;
}
