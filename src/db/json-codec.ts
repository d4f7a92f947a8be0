/**
 * JSON that keeps what plain JSON loses: a Date is `{"$date": iso}`, a bigint `{"$bigint": digits}`, a top-level
 * undefined `{"$undefined": true}`. A data key that starts with `$` gets a second one, so data cannot pose as a tag.
 */
import { hash } from "node:crypto";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * The tagged JSON text of a value. Objects with `toJSON` (entities) are encoded as its result; undefined fields
 * are dropped.
 */
export function encodeJson(value: unknown): string {
  return JSON.stringify(encodeRoot(value));
}

/** The value that `encodeJson` was given, as plain data. */
export function decodeJson(text: string): unknown {
  return decode(JSON.parse(text) as Json);
}

/** SHA-256 (hex) of a value's tagged JSON with sorted keys: equal for equal data, whatever the order of its fields. */
export function canonicalHash(value: unknown): string {
  const text = JSON.stringify(sortKeys(encodeRoot(value)));
  return hash("sha256", text, "hex");
}

function encodeRoot(value: unknown): Json {
  const encoded = encode(value);
  return encoded === undefined ? { $undefined: true } : encoded;
}

function encode(value: unknown): Json | undefined {
  if (value === undefined || typeof value === "function" || typeof value === "symbol") return undefined;
  if (typeof value === "bigint") return { $bigint: value.toString() };
  if (value instanceof Date) return { $date: value.toISOString() };
  if (Array.isArray(value)) return value.map((item) => encode(item) ?? null);
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`${value} has no JSON form.`);
  if (value === null || typeof value !== "object") return value as Json;
  const own = value as { toJSON?: () => unknown };
  if (typeof own.toJSON === "function") return encode(own.toJSON());
  const result: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) {
    const encoded = encode(item);
    if (encoded !== undefined) define(result, key.startsWith("$") ? `$${key}` : key, encoded);
  }
  return result;
}

function decode(json: Json): unknown {
  if (Array.isArray(json)) return json.map(decode);
  if (json === null || typeof json !== "object") return json;
  if (typeof json["$date"] === "string") return new Date(json["$date"]);
  if (typeof json["$bigint"] === "string") return BigInt(json["$bigint"]);
  if (json["$undefined"] === true) return undefined;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(json))
    define(result, key.startsWith("$$") ? key.slice(1) : key, decode(item));
  return result;
}

/** Plain assignment to `__proto__` would set the prototype instead of a field. */
function define(target: object, key: string, value: unknown): void {
  if (key !== "__proto__") return void ((target as Record<string, unknown>)[key] = value);
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function sortKeys(json: Json): Json {
  if (Array.isArray(json)) return json.map(sortKeys);
  if (json === null || typeof json !== "object") return json;
  const keys = Object.keys(json).sort();
  // Pairs, because numeric-looking keys of an object have an order of their own; in an object, to differ from an array.
  return { "": keys.map((key) => [key, sortKeys(json[key] as Json)]) };
}
