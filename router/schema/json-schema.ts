import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
} from "graphql";
import { listedValues } from "../../src/text/listed-values.ts";

/** A JSON Schema 2020-12 object, as OpenAPI 3.1 and tools show it and Ajv checks it. */
export type JsonSchema = Record<string, unknown>;

/** Constraint of an argument or input field at `Type.field.argument` or `Input.field`, from the supergraph. */
export type ConstraintLookup = (coordinate: string) => JsonSchema;

/** Decides how a use of an object or enum type is written: its schema, or a reference to it. */
export type PlaceType = (type: GraphQLNamedType, schema: JsonSchema) => JsonSchema;

/** Repeats the schema at every use: validators and tools read schemas without references. */
export const inPlace: PlaceType = (_type, schema) => schema;

const scalarSchemas: Record<string, JsonSchema> = {
  Int: { type: "integer", format: "int32" },
  Float: { type: "number" },
  String: { type: "string" },
  ID: { type: "string" },
  Boolean: { type: "boolean" },
  DateTime: { type: "string", format: "date-time" },
  Date: { type: "string", format: "date" },
  JSONObject: { type: "object" },
  Credits: { type: "number", decimals: 2 },
  Money: { type: "number" },
  UsDollars: { type: "number", decimals: 2 },
  IndicatorValue: {
    type: ["number", "string", "array"],
    items: { type: "number" },
  },
  EmailRecipient: { type: ["string", "object"] },
  ImageCredits: { oneOf: [{ type: "integer", minimum: -1 }, { const: "unlimited" }] },
};

/** The schema of one named leaf type. Throws on a scalar that has no mapping, so that none is shown wrongly. */
function leafSchema(type: GraphQLInputType | GraphQLOutputType, place: PlaceType): JsonSchema {
  if (isEnumType(type))
    return place(type, { type: "string", enum: type.getValues().map((value) => value.name) });
  if (isScalarType(type)) {
    const schema = scalarSchemas[type.name];
    if (schema) return { ...schema };
  }
  throw new Error(`No JSON Schema for ${String(type)}`);
}

/** The schema of an input value. Null is admitted where the graph admits it. */
export function inputSchema(
  type: GraphQLInputType,
  constraint: JsonSchema,
  lookup: ConstraintLookup,
  place: PlaceType = inPlace,
): JsonSchema {
  const bare = getNullableType<GraphQLInputType>(type);
  const { itemFormat, itemPattern, pattern, ...own } = constraint;
  const constrained: JsonSchema = {
    ...bareInputSchema(bare, lookup, place),
    ...own,
    ...patternSchema(pattern),
  };
  const ofItems = { ...(itemFormat ? { format: itemFormat } : {}), ...patternSchema(itemPattern) };
  if (Object.keys(ofItems).length > 0)
    constrained["items"] = { ...(constrained["items"] as JsonSchema), ...ofItems };
  return isNonNullType(type) ? constrained : nullable(constrained);
}

/** A pattern that lists values is shown as these. */
function patternSchema(pattern: unknown): JsonSchema {
  if (typeof pattern !== "string") return {};
  const values = listedValues(pattern);
  return values ? { enum: values } : { pattern };
}

function bareInputSchema(type: GraphQLInputType, lookup: ConstraintLookup, place: PlaceType): JsonSchema {
  if (isListType(type)) return { type: "array", items: inputSchema(type.ofType, {}, lookup, place) };
  if (!isInputObjectType(type)) return leafSchema(type, place);
  const members = Object.values(type.getFields()).map((field) => ({
    field,
    constraint: lookup(`${type.name}.${field.name}`),
  }));
  return place(type, objectSchema(members, lookup, type.description, place));
}

/** The schema of a set of named inputs: the arguments of a field, or the fields of an input object. */
export function objectSchema(
  members: readonly { field: GraphQLArgument | GraphQLInputField; constraint: JsonSchema }[],
  lookup: ConstraintLookup,
  description?: string | null,
  place: PlaceType = inPlace,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const { field, constraint } of members) {
    const hasDefault = field.defaultValue !== undefined;
    properties[field.name] = {
      ...inputSchema(field.type, constraint, lookup, place),
      ...(field.description ? { description: field.description } : {}),
      ...(hasDefault && field.defaultValue !== null ? { default: field.defaultValue } : {}),
      ...(field.deprecationReason ? { deprecated: true } : {}),
    };
    if (isNonNullType(field.type) && !hasDefault) required.push(field.name);
  }
  return {
    type: "object",
    ...(description ? { description } : {}),
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** The schema as readers know it: our `decimals` in the standard's words. */
export function standardSchema<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(standardSchema) as T;
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] =>
    key === "decimals" && typeof value === "number"
      ? ["multipleOf", 10 ** -value]
      : [key, standardSchema(value)],
  );
  return Object.fromEntries(entries) as T;
}

/** The schema of an output leaf. */
export function outputLeafSchema(type: GraphQLOutputType, place: PlaceType = inPlace): JsonSchema {
  const { decimals: _decimals, pattern: _pattern, ...schema } = leafSchema(type, place);
  return schema;
}

/** The same schema, with null admitted as well. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { $ref, enum: values, ...beside } = schema;
  if ($ref !== undefined)
    return { anyOf: [{ $ref, ...(values ? { enum: values } : {}) }, { type: "null" }], ...beside };
  const type = schema["type"];
  const widened: JsonSchema = { ...schema, type: Array.isArray(type) ? [...type, "null"] : [type, "null"] };
  if (Array.isArray(values)) widened["enum"] = [...(values as unknown[]), null];
  return widened;
}
