import { prototypeKey } from "../../src/reserved-names.ts";

/**
 * True for JSON that is refused wherever it comes in: with keys that would reach an object's prototype, or numbers too
 * large to be one (1e999).
 */
export function isUnfit(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key === prototypeKey || isUnfit(inner));
}

/** Parses JSON of a client. Throws when it is malformed, too deep, or unfit. */
export function parseFitJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  if (isUnfit(parsed)) throw new Error("unfit");
  return parsed;
}
