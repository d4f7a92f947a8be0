import fc from "fast-check";
import { hostileJson, hostileText } from "./hostile.ts";

/** As much of JSON Schema as the OpenAPI document uses, without references. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  example?: unknown;
  examples?: unknown[];
}

const maxDepth = 5;

/**
 * Values for a schema: mostly what it describes, with its bounds and just beyond them, and in one of `1 / oddEvery`
 * places something else entirely.
 */
export function valuesOf(schema: JsonSchema, oddEvery = 12, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: oddEvery - 1, arbitrary: meant(schema, oddEvery, depth) },
    { weight: 1, arbitrary: hostileJson },
  );
}

function meant(schema: JsonSchema, oddEvery: number, depth: number): fc.Arbitrary<unknown> {
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return fc.oneof(...choices.map((choice) => meant(choice, oddEvery, depth + 1)));
  const samples = [
    ...(schema.enum ?? []),
    ...(schema.examples ?? []),
    ...(schema.example === undefined ? [] : [schema.example]),
  ];
  if (schema.const !== undefined) return fc.constant(schema.const);
  const type = [schema.type ?? "object"].flat();
  const kinds = type.map((one) => ofType(one, schema, oddEvery, depth));
  return samples.length > 0 ? fc.oneof(fc.constantFrom(...samples), ...kinds) : fc.oneof(...kinds);
}

function ofType(type: string, schema: JsonSchema, oddEvery: number, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return numbersOf(schema, type === "integer");
    case "string":
      return textsOf(schema);
    case "array": {
      const { minItems = 0, maxItems = 5 } = schema;
      const item = depth > maxDepth ? fc.constant(null) : valuesOf(schema.items ?? {}, oddEvery, depth + 1);
      return fc.array(item, { minLength: Math.min(minItems, 3), maxLength: Math.min(maxItems, 4) });
    }
    default:
      return objectsOf(schema, oddEvery, depth);
  }
}

function objectsOf(schema: JsonSchema, oddEvery: number, depth: number): fc.Arbitrary<unknown> {
  if (depth > maxDepth) return fc.constant({});
  const fields = Object.entries(schema.properties ?? {});
  const described = fc.record(
    Object.fromEntries(fields.map(([name, one]) => [name, valuesOf(one, oddEvery, depth + 1)])),
    { requiredKeys: (schema.required ?? []).filter((name) => fields.some(([known]) => known === name)) },
  );
  const withMore = fc
    .tuple(described, hostileText, hostileJson)
    .map(([object, name, value]) => ({ ...object, [name]: value }));
  return fc.oneof({ weight: 9, arbitrary: described }, { weight: 1, arbitrary: withMore });
}

function numbersOf({ minimum, maximum }: JsonSchema, isWhole: boolean): fc.Arbitrary<unknown> {
  const low = minimum ?? -10;
  const high = maximum ?? 1_000;
  const edges = [low, high, low - 1, high + 1, 0, 1, ...(isWhole ? [0.5] : [low + 0.001, 0.01])];
  const between = isWhole
    ? fc.integer({ min: Math.ceil(Math.min(low, high)), max: Math.floor(Math.min(high, 2 ** 31)) })
    : fc.double({ min: Math.min(low, high), max: high, noNaN: true });
  return fc.oneof(fc.constantFrom(...edges), between);
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc.constantFrom("2026-01-01", "2026-12-31", "2024-02-29", "1900-01-01", "2100-06-15"),
  "date-time": fc.constantFrom(
    "2026-01-01T00:00:00Z",
    "2026-11-01T01:30:00-04:00",
    "2099-01-01T00:00:00.000Z",
  ),
  email: fc.constantFrom("person@client.example", "a+b@sub.client.example"),
  uri: fc.constantFrom("https://client.example/hook", "https://client.example:8443/x?y=1#z"),
  uuid: fc.uuid(),
};

function textsOf({ format, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<unknown> {
  const known = format === undefined ? undefined : formats[format];
  const bounded = fc.string({
    minLength: Math.min(minLength, 500),
    maxLength: Math.min(Math.max(maxLength, minLength), 500),
  });
  const plain = fc.constantFrom("sample", "central", "invoicer", "USD", "US", "WA", "2026-01");
  const tooLong = fc.constant("x".repeat(Math.min(maxLength, 20_000) + 1));
  return known ? fc.oneof(known, bounded) : fc.oneof(plain, bounded, tooLong);
}
