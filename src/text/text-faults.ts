import type { FieldFault } from "../errors.ts";

/** Deepest nesting of an input, its own fields being level 1. */
export const maxInputDepth = 64;

/** The fault in the characters of a text; null without one. Field names are checked as well. */
function characterFault(text: string): string | null {
  if (text.includes("\0")) return "must not contain the NUL character";
  return text.isWellFormed() ? null : "must be well-formed Unicode: it contains half of a surrogate pair";
}

/**
 * Adds a fault for every text in `value`, field names included, that PostgreSQL cannot store unchanged (rule
 * `characters`), and for nesting beyond `maxInputDepth` (rule `depth`). Stops at `maxFaults`. Paths may contain
 * raw input text; `validationError` makes them safe to show.
 */
export function findTextFaults(
  value: unknown,
  faults: FieldFault[],
  { path = "", maxFaults }: { path?: string; maxFaults: number },
): void {
  if (!isFine(value, 0)) search(value, path, 0, { faults, maxFaults });
}

/** True for nearly all inputs: without the paths and lists that a report of faults needs. */
function isFine(value: unknown, depth: number): boolean {
  if (typeof value === "string") return characterFault(value) === null;
  if (typeof value !== "object" || value === null) return true;
  if (depth >= maxInputDepth) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isFine(value[index], depth + 1)) return false;
    return true;
  }
  for (const key of Object.keys(value)) {
    if (characterFault(key) !== null || !isFine((value as Record<string, unknown>)[key], depth + 1))
      return false;
  }
  return true;
}

interface Findings {
  faults: FieldFault[];
  maxFaults: number;
}

function search(value: unknown, path: string, depth: number, found: Findings): void {
  if (typeof value === "string") return addCharacterFault(value, path, found);
  if (typeof value !== "object" || value === null || found.faults.length >= found.maxFaults) return;
  if (depth >= maxInputDepth)
    return void found.faults.push({
      path,
      message: `must be nested at most ${maxInputDepth} levels deep`,
      rule: "depth",
    });
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (isSearched(item)) search(item, join(path, index), depth + 1, found);
    }
    return;
  }
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key];
    const inner = join(path, key);
    addCharacterFault(key, inner, found);
    if (isSearched(item)) search(item, inner, depth + 1, found);
  }
}

function join(path: string, name: string | number): string {
  return path === "" ? String(name) : `${path}.${name}`;
}

function isSearched(value: unknown): boolean {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}

function addCharacterFault(text: string, path: string, { faults, maxFaults }: Findings): void {
  const message = characterFault(text);
  if (message !== null && faults.length < maxFaults) faults.push({ path, message, rule: "characters" });
}
