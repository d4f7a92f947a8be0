import { exampleInput } from "../../../router/tools/example-input.ts";
import type { JsonSchema } from "../../../router/schema/json-schema.ts";

/** Any input of an operation, before it is a body, a query or a set of variables. */
export type Input = Record<string, unknown>;

/**
 * What may be put into a place: `free` text has no rule except its length, `formed` text has a format or
 * pattern, `id` names a row, `choice` is one of a list, `day` is a date or a moment, `open` is an object with
 * any keys.
 */
export type PlaceKind = "free" | "formed" | "id" | "choice" | "day" | "open" | "list" | "number" | "other";

/** A place in an operation's input, at any depth. Items of lists are at index 0. */
export interface Place {
  path: readonly string[];
  kind: PlaceKind;
  schema: JsonSchema;
  /** The schemas of the values on the way, one for each part of the path. */
  schemas: readonly JsonSchema[];
}

const maxDepth = 5;

/** Every place of an input, in the order of its schema. */
export function placesOf(schema: JsonSchema, path: string[] = [], schemas: JsonSchema[] = []): Place[] {
  if (path.length > maxDepth) return [];
  const union = (schema["oneOf"] ?? schema["anyOf"]) as JsonSchema[] | undefined;
  if (union) return placesOf(union[0]!, path, schemas);
  const properties = schema["properties"] as Record<string, JsonSchema> | undefined;
  if (properties) {
    return Object.entries(properties).flatMap(([name, inner]) =>
      placesOf(inner, [...path, name], [...schemas, inner]),
    );
  }
  const kind = kindOf(schema, path.at(-1) ?? "");
  const place: Place = { path, kind, schema, schemas };
  if (kind !== "list") return [place];
  const items = (schema["items"] ?? {}) as JsonSchema;
  return [place, ...placesOf(items, [...path, "0"], [...schemas, items])];
}

function kindOf(schema: JsonSchema, name: string): PlaceKind {
  const types = [schema["type"]].flat();
  if (types.includes("string")) {
    if (schema["enum"] !== undefined || schema["const"] !== undefined) return "choice";
    if (schema["format"] === "date" || schema["format"] === "date-time") return "day";
    if (schema["format"] !== undefined || schema["pattern"] !== undefined) return "formed";
    return /(^id|Ids?)$/.test(name) ? "id" : "free";
  }
  if (types.includes("array")) return "list";
  if (types.includes("object")) return "open";
  return types.includes("integer") || types.includes("number") ? "number" : "other";
}

/** True for places that take text. */
export function isText({ kind }: Place): boolean {
  return kind === "free" || kind === "formed" || kind === "id" || kind === "choice" || kind === "day";
}

/** A copy of the input with other values in some places; missing parent objects and lists are created. */
export function withValues(input: Input, entries: readonly (readonly [Place, unknown])[]): Input {
  const copy = structuredClone(input);
  for (const [{ path, schemas }, value] of entries) {
    let at: Record<string, unknown> = copy;
    for (const [level, part] of path.slice(0, -1).entries()) {
      if (typeof at[part] !== "object" || at[part] === null) at[part] = blank(schemas[level]!);
      at = at[part] as Record<string, unknown>;
    }
    at[path.at(-1)!] = value;
  }
  return copy;
}

function blank(schema: JsonSchema): unknown {
  if ([schema["type"]].flat().includes("array")) return [];
  return exampleInput(schema) ?? {};
}

/** JSON that `JSON.stringify` could not produce: it is inserted verbatim by `toJson`. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  /** What stands for it until its text is put in. */
  toJSON(): string {
    return `@@raw-json-${met.push(this.text) - 1}@@`;
  }
}

/** Where an object has more fields: their text stands among its own in JSON. */
const moreFields = "@@more-fields";

/** An object with that many fields more, the text of which is made once for all requests. */
export function withManyFields(input: Input, count: number): Input {
  return { ...input, [moreFields]: new RawJson(manyFields(count).slice(1, -1)) };
}

/** The same with all fields as its own, for what is not written as JSON. */
export function withOwnFields({ [moreFields]: more, ...input }: Input): Input {
  if (!(more instanceof RawJson)) return input;
  return { ...input, ...(JSON.parse(`{${more.text}}`) as Input) };
}

const texts = new Map<number, string>();

/** JSON of an object with that many fields. */
export function manyFields(count: number): string {
  const known =
    texts.get(count) ??
    `{${Array.from({ length: count }, (_, index) => `"x${index.toString(36)}":1`).join(",")}}`;
  texts.set(count, known);
  return known;
}

/** The texts of those that `toJson` has met. */
const met: string[] = [];

/** As `JSON.stringify`, with every RawJson as it is. Without a function for each value, of which some inputs have 150,000. */
export function toJson(value: unknown): string {
  met.length = 0;
  const text = JSON.stringify(value);
  return met.length === 0
    ? text
    : text.replaceAll(/(?:"@@more-fields":)?"@@raw-json-(\d+)@@"/g, (_all, index) => met[Number(index)]!);
}
