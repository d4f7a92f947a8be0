import type { Ajv2020, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { AddedFormat, DataValidateFunction, FormatDefinition } from "ajv/dist/types/index.js";
import { isDateInput, isDateTimeInput } from "../../src/time/date-input.ts";
import { constraintMessage } from "../../src/graphql/constraint-words.ts";
import { textFormats, type TextFormat } from "../../src/graphql/text-formats.ts";
import type { JsonSchema } from "../schema/json-schema.ts";

/** Longest text where a schema names no bound of its own, in characters. */
export const maxTextLength = 10_000;
/** Most items of a list where a schema names no bound of its own. */
export const maxListItems = 1_000;

/** The schema with the platform's bounds for texts and lists that have none. */
export function withDefaultBounds(schema: JsonSchema): JsonSchema {
  const types = [schema["type"]].flat();
  const { properties, items } = schema as { properties?: Record<string, JsonSchema>; items?: JsonSchema };
  const isText = types.includes("string") && schema["enum"] === undefined;
  return {
    ...(isText ? { maxLength: maxTextLength } : {}),
    ...(types.includes("array") ? { maxItems: maxListItems } : {}),
    ...schema,
    ...(items ? { items: withDefaultBounds(items) } : {}),
    ...(properties ? { properties: mapValues(properties, withDefaultBounds) } : {}),
  };
}

function mapValues(
  members: Record<string, JsonSchema>,
  change: (schema: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, change(schema)]));
}

/**
 * Replaces the keywords whose work a hostile value can multiply. `pattern` and `format` skip texts beyond their
 * `maxLength`, `items` skips lists beyond their `maxItems`: the bound's own keyword refuses those. `items` and
 * `additionalProperties` stop after `maxFaults`.
 */
export function addBoundedKeywords(ajv: Ajv2020, maxFaults: number): Ajv2020 {
  const { formats } = ajv;
  for (const keyword of ["pattern", "format", "items", "additionalProperties"]) ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword: "pattern",
    type: "string",
    schemaType: "string",
    error: { message: ({ schema }) => constraintMessage("pattern", schema)! },
    compile: (source: string, parent: JsonSchema) => {
      const pattern = new RegExp(source, "u");
      return unlessTooLong(parent, (text) => pattern.test(text));
    },
  });
  ajv.addKeyword({
    keyword: "format",
    type: ["string", "number"],
    schemaType: "string",
    error: { message: ({ schema }) => constraintMessage("format", schema)! },
    compile: (name: string, parent: JsonSchema) => {
      const { type = "string", validate } = formatOf(formats[name], name);
      const checkText = unlessTooLong(parent, validate);
      return (value: string | number) =>
        typeof value !== type || (typeof value === "string" ? checkText(value) : validate(value as never));
    },
  });
  ajv.addKeyword({
    keyword: "items",
    type: "array",
    schemaType: "object",
    compile: (schema: JsonSchema, parent: JsonSchema) => eachItem(ajv.compile(schema), { parent, maxFaults }),
  });
  return ajv.addKeyword({
    keyword: "additionalProperties",
    type: "object",
    schemaType: "boolean",
    // Unknown fields are the first faults, as with the library's own keyword.
    before: "properties",
    compile: (allowed: boolean, parent: JsonSchema) =>
      allowed ? () => true : onlyKnown(Object.keys(parent["properties"] ?? {}), maxFaults),
  });
}

/** The check, passed by texts that their `maxLength` (in characters, as JSON Schema counts) refuses. */
function unlessTooLong(parent: JsonSchema, check: (text: string) => boolean): (text: string) => boolean {
  const bound = (parent["maxLength"] ?? maxTextLength) as number;
  return (text) => isLonger(text, bound) || check(text);
}

function isLonger(text: string, bound: number): boolean {
  if (text.length <= bound) return false;
  const pairs = text.length > 2 * bound ? 0 : (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
  return text.length - pairs > bound;
}

function eachItem(
  validate: ValidateFunction,
  { parent, maxFaults }: { parent: JsonSchema; maxFaults: number },
): DataValidateFunction {
  const bound = (parent["maxItems"] ?? maxListItems) as number;
  const check: DataValidateFunction = (items: unknown[], place) => {
    if (items.length > bound) return true;
    const errors: Partial<ErrorObject>[] = [];
    for (let index = 0; index < items.length && errors.length < maxFaults; index++) {
      if (validate(items[index])) continue;
      for (const error of validate.errors ?? [])
        errors.push({ ...error, instancePath: `${place?.instancePath ?? ""}/${index}${error.instancePath}` });
    }
    check.errors = errors;
    return errors.length === 0;
  };
  return check;
}

function onlyKnown(names: readonly string[], maxFaults: number): DataValidateFunction {
  const known = new Set(names);
  const check: DataValidateFunction = (value: object) => {
    const errors: Partial<ErrorObject>[] = [];
    for (const name of Object.keys(value)) {
      if (known.has(name)) continue;
      errors.push({ keyword: "additionalProperties", params: { additionalProperty: name, known: names } });
      if (errors.length >= maxFaults) break;
    }
    check.errors = errors;
    return errors.length === 0;
  };
  return check;
}

interface CheckedFormat {
  type?: "string" | "number";
  validate(value: string): boolean;
}

/** A format as a check; an unknown one accepts everything, as JSON Schema requires. */
function formatOf(added: AddedFormat | undefined, name: string): CheckedFormat {
  const isValid = dateFormats.get(name) ?? (textFormats as Record<string, TextFormat>)[name]?.isValid;
  if (isValid) return { validate: isValid };
  if (added instanceof RegExp) return { validate: (text) => added.test(text) };
  if (typeof added === "function") return { validate: added };
  if (typeof added !== "object") return { validate: () => true };
  const { type, validate } = added as FormatDefinition<string>;
  const check = validate instanceof RegExp ? (text: string) => validate.test(text) : validate;
  return { ...(type ? { type } : {}), validate: check as CheckedFormat["validate"] };
}

const dateFormats: ReadonlyMap<string, TextFormat["isValid"]> = new Map([
  ["date", isDateInput],
  ["date-time", isDateTimeInput],
]);
