import { constraintPhrase } from "../../src/graphql/constraint-words.ts";
import type { DocsSchema } from "./data/docs.types.ts";

/** One line of a schema: a property with its place, type and rules. */
export interface SchemaRow {
  path: string;
  type: string;
  isRequired: boolean;
  rules: string;
  description: string;
}

const maxDepth = 4;

/** A JSON Schema's properties as lines, the inner ones below their owners with dotted paths. */
export function schemaRows(schema: DocsSchema, prefix = "", depth = 0): SchemaRow[] {
  const inner = objectIn(schema);
  if (!inner || depth > maxDepth) return [];
  const required = new Set((inner.schema["required"] as string[] | undefined) ?? []);
  return Object.entries((inner.schema["properties"] ?? {}) as Record<string, DocsSchema>).flatMap(
    ([name, property]) => {
      const path = `${prefix}${inner.mark}${prefix === "" && inner.mark === "" ? "" : "."}${name}`;
      const row: SchemaRow = {
        path,
        type: typeWords(property),
        isRequired: required.has(name),
        rules: ruleWords(property).join(", "),
        description: (property["description"] as string | undefined) ?? "",
      };
      return [row, ...schemaRows(property, path, depth + 1)];
    },
  );
}

/** The object schema itself, or the object schema of a list's items. */
export function objectIn(schema: DocsSchema): { schema: DocsSchema; mark: string } | null {
  if (schema["properties"]) return { schema, mark: "" };
  const items = schema["items"] as DocsSchema | undefined;
  if (items) {
    const inner = objectIn(items);
    return inner && { schema: inner.schema, mark: `[]${inner.mark}` };
  }
  const [first] = ((schema["anyOf"] ?? schema["oneOf"]) as DocsSchema[] | undefined) ?? [];
  return first ? objectIn(first) : null;
}

/** "string | null", "list of integer". */
export function typeWords(schema: DocsSchema): string {
  const types = [schema["type"]].flat().filter((type): type is string => typeof type === "string");
  if (types.length === 0) {
    const union = (schema["anyOf"] ?? schema["oneOf"]) as DocsSchema[] | undefined;
    return union
      ? union.map(typeWords).join(" | ")
      : "const" in schema
        ? JSON.stringify(schema["const"])
        : "any";
  }
  return types
    .map((type) =>
      type === "array" && schema["items"] ? `list of ${typeWords(schema["items"] as DocsSchema)}` : type,
    )
    .join(" | ");
}

const names: readonly (readonly [key: string, words: (value: never) => string])[] = [
  ["format", (value: string) => value],
  ["enum", (value: unknown[]) => `one of ${value.filter((one) => one !== null).join(", ")}`],
  ["minimum", (value: number) => `at least ${value}`],
  ["exclusiveMinimum", (value: number) => `more than ${value}`],
  ["maximum", (value: number) => `at most ${value}`],
  ["multipleOf", (value: number) => `in steps of ${value}`],
  ["minLength", (value: number) => constraintPhrase("minLength", value)!],
  ["maxLength", (value: number) => constraintPhrase("maxLength", value)!],
  ["minItems", (value: number) => constraintPhrase("minItems", value)!],
  ["maxItems", (value: number) => constraintPhrase("maxItems", value)!],
  ["pattern", (value: string) => constraintPhrase("pattern", value)!],
  ["default", (value: unknown) => `default ${JSON.stringify(value)}`],
];

/** Constraints of a value besides its type, one per item. */
export function ruleWords(schema: DocsSchema): string[] {
  const own = names
    .filter(([key]) => schema[key] !== undefined)
    .map(([key, words]) => words(schema[key] as never));
  return schema["deprecated"] === true ? [...own, "deprecated"] : own;
}
