import type { StoredOperation } from "../../router/operations/registry.ts";
import type { JsonSchema } from "../../router/schema/json-schema.ts";

/** A field of an operation's input, wherever it is nested: names, and 0 for the item of a list. */
export interface InputField {
  path: (string | 0)[];
  schema: JsonSchema;
}

/** Every field of the input that holds a text, dates and times included. */
export function textFields({ inputSchema }: StoredOperation): InputField[] {
  return fieldsOf(inputSchema, []);
}

function fieldsOf(schema: JsonSchema, path: (string | 0)[]): InputField[] {
  const types = [schema["type"]].flat();
  if (types.includes("object"))
    return Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>).flatMap(
      ([name, inner]) => fieldsOf(inner, [...path, name]),
    );
  if (types.includes("array")) return fieldsOf((schema["items"] ?? {}) as JsonSchema, [...path, 0]);
  return types.includes("string") ? [{ path, schema }] : [];
}

/** The input with `value` at the path; lists and objects on the way are made where there are none. */
export function withValue(
  input: Record<string, unknown>,
  path: readonly (string | 0)[],
  value: unknown,
): Record<string, unknown> {
  const copy = structuredClone(input);
  let place = copy as Record<string | number, unknown>;
  path.forEach((name, index) => {
    if (index === path.length - 1) place[name] = value;
    else place = (place[name] ??= path[index + 1] === 0 ? [] : {}) as Record<string | number, unknown>;
  });
  return copy;
}

/** What no date and no time of an input may be. */
export const impossibleDates: Readonly<Record<string, readonly string[]>> = {
  date: [
    "9999-12-31",
    "0001-01-01",
    "0000-01-01",
    "1899-12-31",
    "2200-01-01",
    "2026-02-30",
    "2026-06-30T00:00:00Z",
  ],
  "date-time": [
    "2026-06-30T23:59:60Z",
    "9999-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00Z",
    "1900-01-01T00:00:00+01:00",
    "2199-12-31T23:59:59-01:00",
    "2026-02-30T00:00:00Z",
    "2026-06-30T24:00:00Z",
    "2026-06-30T23:00:00",
    "2026-06-30",
  ],
};

/** The first and the last that are accepted by form; an operation may refuse them for its own reasons. */
export const edgeDates: Readonly<Record<string, readonly string[]>> = {
  date: ["1900-01-01", "2199-12-31"],
  "date-time": ["1900-01-01T00:00:00Z", "2199-12-31T23:59:59.999Z", "2026-06-30t23:59:59z"],
};

/** Months, quarters and local times that are texts with a pattern. */
export const edgeTexts = [
  "9999-12",
  "0000-01",
  "1000-01",
  "9999",
  "0000",
  "9999-Q4",
  "9999-12-31",
  "0000-01-01",
  "9999-12-31T23:59",
];
