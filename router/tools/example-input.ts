import type { JsonSchema } from "../schema/json-schema.ts";

/** Example values for kinds of text; the first that matches a pattern is used. */
const textCandidates = [
  "example",
  "USD",
  "usd",
  "US",
  "en",
  "2026-01-15",
  "2026-01",
  "2026",
  "09:30",
  "09:30:00",
  "+12125550123",
  "12125550123",
  "1024x1024",
  "NY",
  "10001",
  "123456789",
  "12-3456789",
  "1FUJGHDV8CLBP8834",
  "https://example.com/hook",
  "#336699",
  "1.5",
  "10",
  "A",
];

const formatExamples: Readonly<Record<string, string>> = {
  email: "ann@example.com",
  date: "2026-01-15",
  "date-time": "2026-01-15T09:30:00.000Z",
  time: "09:30:00",
  uri: "https://example.com/hook",
  "https-url": "https://example.com/hook",
  "web-url": "https://example.com",
  "web-origin": "https://example.com",
  "language-tag": "en",
  "time-zone": "America/New_York",
  uuid: "018f3c2a-5b1e-7c3d-9e4f-1a2b3c4d5e6f",
};

/** Values to use for arguments of a name. */
type KnownValues = ReadonlyMap<string, unknown>;

/**
 * Arguments that fit a schema: all that are required, those in `known` with its values, the others as plain values. Null
 * when a value for one of them cannot be made up.
 */
export function exampleInput(
  schema: JsonSchema,
  known: KnownValues = new Map(),
): Record<string, unknown> | null {
  const value = exampleOf(schema, "", known);
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function exampleOf(schema: JsonSchema, name: string, known: KnownValues): unknown {
  const type = [schema["type"]].flat().find((candidate) => candidate !== "null");
  if (known.has(name) && type !== "array") return known.get(name);
  if ("const" in schema) return schema["const"];
  if (schema["default"] !== undefined && schema["default"] !== null) return schema["default"];
  const allowed = schema["enum"] as unknown[] | undefined;
  if (allowed) return allowed.find((value) => value !== null) ?? null;
  const union = (schema["oneOf"] ?? schema["anyOf"]) as JsonSchema[] | undefined;
  if (union) return exampleOf(union[0]!, name, known);
  if (type === "object") return exampleObject(schema, known);
  if (type === "array") return exampleList(schema, name, known);
  if (type === "integer" || type === "number") return exampleNumber(schema, type);
  if (type === "boolean") return false;
  return exampleText(schema, name);
}

function exampleObject(schema: JsonSchema, known: KnownValues): Record<string, unknown> | undefined {
  const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
  const example: Record<string, unknown> = {};
  for (const name of (schema["required"] ?? []) as string[]) {
    const value = exampleOf(properties[name] ?? {}, name, known);
    if (value === undefined) return undefined;
    example[name] = value;
  }
  return example;
}

function exampleList(schema: JsonSchema, name: string, known: KnownValues): unknown[] | undefined {
  const count = Math.max(1, (schema["minItems"] as number | undefined) ?? 1);
  const item = exampleOf(schema["items"] as JsonSchema, name, known);
  return item === undefined ? undefined : Array.from({ length: count }, () => item);
}

function exampleNumber(schema: JsonSchema, type: "integer" | "number"): number {
  const minimum = (schema["minimum"] as number | undefined) ?? -Infinity;
  const above = (schema["exclusiveMinimum"] as number | undefined) ?? -Infinity;
  const maximum = (schema["maximum"] as number | undefined) ?? Infinity;
  const least = Math.max(minimum, above === -Infinity ? above : above + (type === "integer" ? 1 : 0.01));
  return Math.min(Math.max(10, least), maximum);
}

function exampleText(schema: JsonSchema, name: string): string | undefined {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = Infinity,
  } = schema as {
    format?: string;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
  };
  const known = format === undefined ? undefined : formatExamples[format];
  const own = /id$/i.test(name) ? [`${name.replace(/Ids?$/, "").toLowerCase() || "app"}_123`] : [];
  const candidates = [...(known ? [known] : []), ...own, ...textCandidates];
  const fits = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, "u").test(text));
  return (
    candidates.find(fits) ?? (pattern === undefined ? "example ".repeat(99).slice(0, minLength) : undefined)
  );
}
