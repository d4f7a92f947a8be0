import { ruleWords } from "../../schema-rows.ts";
import { choicesKey } from "../../choices-key.ts";
import type { DocsSchema, Meanings } from "../../data/docs.types.ts";

/** How a value is entered. */
export type Control =
  | "text"
  | "longText"
  | "number"
  | "boolean"
  | "choice"
  | "date"
  | "dateTime"
  | "time"
  | "list"
  | "group"
  | "json";

/** One allowed value of a choice and its meaning, where the platform describes it. */
export interface Choice {
  value: string;
  meaning: string | null;
}

/** One input of a form, derived from a JSON Schema. */
export interface FormField {
  name: string;
  control: Control;
  schema: DocsSchema;
  description: string;
  /** Constraints in words: "at most 80 characters". */
  rules: string;
  isRequired: boolean;
  /** Null is a value of its own: it clears what is stored. */
  isNullable: boolean;
  /** Allowed values; empty for other controls. */
  choices: readonly Choice[];
  /** Inputs of a group; empty for other controls. */
  fields: readonly FormField[];
  /** Input of each item of a list; null for other controls. */
  item: FormField | null;
}

/** Forms nest as deep as this; anything deeper is entered as JSON. */
const maxDepth = 6;
/** Longer texts get an input of several lines. */
const longText = 300;

/** The form of an object schema: one field per property, required ones first. */
export function formOf(schema: DocsSchema, meanings: Meanings = {}): FormField {
  return fieldOf("", schema, { meanings, isRequired: true, depth: 0 });
}

interface Place {
  meanings: Meanings;
  isRequired: boolean;
  depth: number;
}

function fieldOf(name: string, schema: DocsSchema, { meanings, isRequired, depth }: Place): FormField {
  const control = depth > maxDepth ? "json" : controlOf(schema);
  const types = typesOf(schema);
  const inner = { meanings, depth: depth + 1 };
  return {
    name,
    control,
    schema,
    description: (schema["description"] as string | undefined) ?? "",
    rules: control === "group" || control === "list" ? listRules(schema) : ownRules(schema, control),
    isRequired,
    isNullable: types.includes("null"),
    choices: control === "choice" ? choicesOf(schema, meanings) : [],
    fields: control === "group" ? propertiesOf(schema, inner) : [],
    item:
      control === "list" ? fieldOf("", schema["items"] as DocsSchema, { ...inner, isRequired: true }) : null,
  };
}

function propertiesOf(schema: DocsSchema, place: Omit<Place, "isRequired">): FormField[] {
  const required = new Set((schema["required"] as readonly string[] | undefined) ?? []);
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, DocsSchema>);
  const fields = properties.map(([name, property]) =>
    fieldOf(name, property, { ...place, isRequired: required.has(name) }),
  );
  return [
    ...fields.filter(({ isRequired }) => isRequired),
    ...fields.filter(({ isRequired }) => !isRequired),
  ];
}

function controlOf(schema: DocsSchema): Control {
  const types = typesOf(schema).filter((type) => type !== "null");
  const [type] = types;
  if (types.length !== 1) return "json";
  if (type === "object") return schema["properties"] ? "group" : "json";
  if (type === "array") return schema["items"] ? "list" : "json";
  if (type === "boolean") return "boolean";
  return type === "integer" || type === "number" ? "number" : textControl(schema);
}

/** The pattern of a time of day. `24:00` is not a value of a browser's time input, so patterns with it are texts. */
const timePattern = String.raw`^([01]\d|2[0-3]):[0-5]\d$`;

function textControl(schema: DocsSchema): Control {
  if (Array.isArray(schema["enum"])) return "choice";
  if (schema["format"] === "date") return "date";
  if (schema["format"] === "date-time") return "dateTime";
  if (schema["pattern"] === timePattern) return "time";
  // A short bound, a pattern or a format means one line.
  const isOneLine = schema["pattern"] !== undefined || schema["format"] !== undefined;
  const bound = (schema["maxLength"] as number | undefined) ?? 0;
  return !isOneLine && bound > longText ? "longText" : "text";
}

function choicesOf(schema: DocsSchema, meanings: Meanings): Choice[] {
  const values = schema["enum"] as unknown[];
  const key = choicesKey(values);
  const known = Object.hasOwn(meanings, key) ? meanings[key]! : {};
  return values
    .filter((value): value is string => typeof value === "string")
    .map((value) => ({ value, meaning: Object.hasOwn(known, value) ? known[value]! : null }));
}

/** A choice lists its values itself. */
function ownRules(schema: DocsSchema, control: Control): string {
  const { enum: _, ...rest } = schema;
  return ruleWords(control === "choice" ? rest : schema)
    .filter((words) => words !== "date" && words !== "date-time")
    .join(", ");
}

function listRules({ minItems, maxItems, deprecated }: DocsSchema): string {
  const kept = { minItems, maxItems, deprecated };
  return ruleWords(kept).join(", ");
}

function typesOf(schema: DocsSchema): string[] {
  return [schema["type"]].flat().filter((type): type is string => typeof type === "string");
}
