import { constraintMessage } from "../../../../src/graphql/constraint-words.ts";
import { textFormats, type TextFormat } from "../../../../src/graphql/text-formats.ts";
import { isDateInput, isDateTimeInput } from "../../../../src/time/date-input.ts";
import type { DocsSchema } from "../../data/docs.types.ts";

/** A fault of an input: the place as the server writes it ("items.0.amount") and a message. */
export interface ValueFault {
  path: string;
  message: string;
}

/** At most this many faults are found. */
const maxFaults = 50;

/** Checks a value against a schema, by the words of the server. An empty list means that it fits. */
export function checkValue(schema: DocsSchema, value: unknown): ValueFault[] {
  const faults: ValueFault[] = [];
  check(schema, value, "", faults);
  return faults.slice(0, maxFaults);
}

function check(schema: DocsSchema, value: unknown, path: string, faults: ValueFault[]): void {
  if (faults.length >= maxFaults) return;
  const types = [schema["type"]].flat().filter((type): type is string => typeof type === "string");
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    const wanted = types.find((type) => type !== "null") ?? "value";
    faults.push({ path, message: `must be ${/^[aeio]/.test(wanted) ? "an" : "a"} ${wanted}` });
    return;
  }
  const allowed = schema["enum"] as readonly unknown[] | undefined;
  if (allowed && !allowed.includes(value)) {
    const words = allowed.filter((one) => one !== null).join(", ");
    faults.push({ path, message: `must be one of ${words}` });
  }
  for (const keyword of keywords) {
    const bound = schema[keyword.name];
    if (bound === undefined || keyword.isKept(value, bound as never, schema)) continue;
    faults.push({ path, message: messageOf(keyword.name, bound) });
  }
  if (Array.isArray(value)) checkItems(schema, value, path, faults);
  else if (typeof value === "object" && value !== null)
    checkMembers(schema, value as Record<string, unknown>, path, faults);
}

/** Steps below one are decimal places. */
function messageOf(name: string, bound: unknown): string {
  if (name === "multipleOf" && typeof bound === "number" && bound < 1)
    return `must have at most ${decimalsOf(bound)} decimal places`;
  return constraintMessage(name, bound) ?? "is not valid";
}

function checkItems(schema: DocsSchema, items: readonly unknown[], path: string, faults: ValueFault[]): void {
  const { items: each, maxItems = Infinity } = schema as { items?: DocsSchema; maxItems?: number };
  if (!each || items.length > maxItems) return;
  items.forEach((item, index) => check(each, item, join(path, String(index)), faults));
}

function checkMembers(
  schema: DocsSchema,
  value: Record<string, unknown>,
  path: string,
  faults: ValueFault[],
): void {
  const properties = schema["properties"] as Record<string, DocsSchema> | undefined;
  if (!properties) return;
  for (const name of (schema["required"] as readonly string[] | undefined) ?? []) {
    if (!Object.hasOwn(value, name) || value[name] === undefined)
      faults.push({ path: join(path, name), message: "is required" });
  }
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    if (Object.hasOwn(properties, name)) check(properties[name]!, member, join(path, name), faults);
    else if (schema["additionalProperties"] === false)
      faults.push({ path: join(path, name), message: "is not a known field" });
  }
}

interface Keyword {
  name: string;
  isKept(value: unknown, bound: never, schema: DocsSchema): boolean;
}

const ofNumbers = (name: string, isKept: (value: number, bound: number) => boolean): Keyword => ({
  name,
  isKept: (value, bound: number) => typeof value !== "number" || isKept(value, bound),
});
const ofTexts = (name: string, isKept: (value: string, bound: never) => boolean): Keyword => ({
  name,
  isKept: (value, bound) => typeof value !== "string" || isKept(value, bound),
});
/** A text that is too long is refused for its length alone. */
const ofShortTexts = (name: string, isKept: (value: string, bound: never) => boolean): Keyword => ({
  name,
  isKept: (value, bound, { maxLength = Infinity }) =>
    typeof value !== "string" || lengthOf(value) > (maxLength as number) || isKept(value, bound),
});
const ofLists = (name: string, isKept: (value: readonly unknown[], bound: number) => boolean): Keyword => ({
  name,
  isKept: (value, bound: number) => !Array.isArray(value) || isKept(value, bound),
});

const keywords: readonly Keyword[] = [
  ofNumbers("minimum", (value, bound) => value >= bound),
  ofNumbers("maximum", (value, bound) => value <= bound),
  ofNumbers("exclusiveMinimum", (value, bound) => value > bound),
  ofNumbers("exclusiveMaximum", (value, bound) => value < bound),
  ofNumbers("multipleOf", isMultiple),
  ofTexts("minLength", (value, bound: number) => lengthOf(value) >= bound),
  ofTexts("maxLength", (value, bound: number) => lengthOf(value) <= bound),
  ofShortTexts("pattern", (value, pattern: string) => new RegExp(pattern, "u").test(value)),
  ofShortTexts("format", (value, name: string) => hasFormat(value, name)),
  ofLists("minItems", (value, bound) => value.length >= bound),
  ofLists("maxItems", (value, bound) => value.length <= bound),
];

/** Characters as the server counts them, surrogate pairs as one. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Steps are powers of ten, and binary fractions do not divide by them: the decimals of the value count. */
function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(step)) return value % step === 0;
  return decimalsOf(value) <= decimalsOf(step);
}

function decimalsOf(value: number): number {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (mantissa.split(".")[1]?.length ?? 0) - Number(exponent));
}

/** A format without a check here is left to the server. */
function hasFormat(text: string, name: string): boolean {
  if (name === "date") return isDateInput(text);
  if (name === "date-time") return isDateTimeInput(text);
  if (name === "email") return /^[^\s@]+@[^\s@]+$/.test(text);
  if (!Object.hasOwn(textFormats, name)) return true;
  return (textFormats as Record<string, TextFormat>)[name]!.isValid(text);
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
