import { exampleOf, isLasting } from "../examples/example-of.ts";
import type { RestDoor } from "../operations/operation.ts";
import type { StoredOperation } from "../operations/registry.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { pathNames } from "./parameters.ts";
import { publishedFacts } from "./published-facts.ts";
import type { SchemaComponents } from "./schema-components.ts";

/** The signature is that of the very bytes, whose form is the sender's. */
const rawRequestBody = {
  requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
};

/** The body of an operation at one of its paths: its input without what the path and the query have. */
export function requestBodyOf(
  operation: StoredOperation,
  path: string,
  { input, schemas }: { input: JsonSchema; schemas: SchemaComponents },
): Record<string, unknown> {
  const { row } = operation;
  const rest = row.rest!;
  if (rest.method === "GET" || rest.method === "DELETE") return {};
  if (rest.rawBody) return rawRequestBody;
  const schema = bodySchemaOf(input, {
    elsewhere: [...pathNames(path), ...(rest.queryParameters ?? [])],
    bounds: publishedFacts.get(row.name)?.bounds ?? {},
  });
  if (!schema) return {};
  const placed = placeBody(schema, operation, schemas);
  return {
    requestBody: {
      required: schema["required"] !== undefined,
      content: {
        "application/json": { schema: placed, ...bodyExampleOf(operation, schema) },
        ...textContentOf(rest),
        ...(rest.formBody ? { "application/x-www-form-urlencoded": { schema: placed } } : {}),
      },
    },
  };
}

/** The example's part in the body. None where it changes with the day, as the document is the same on each. */
function bodyExampleOf(operation: StoredOperation, body: JsonSchema): { example?: Record<string, unknown> } {
  const input = isLasting(operation) ? exampleOf(operation)?.input : undefined;
  if (!input) return {};
  const names = body["properties"] as object;
  return {
    example: Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(names, name))),
  };
}

/** The body as a component named by the input type; in place where it has other fields, too. */
export function placeBody(
  body: JsonSchema,
  { inputType }: StoredOperation,
  schemas: SchemaComponents,
): JsonSchema {
  const fields = inputType?.getFields() ?? {};
  const isInputType = Object.keys(body["properties"] as object).every((name) => Object.hasOwn(fields, name));
  return inputType && isInputType ? schemas.place(inputType, body) : body;
}

/** The input without the fields that the request has elsewhere; null when none remain. */
export function bodySchemaOf(
  input: JsonSchema,
  { elsewhere, bounds }: { elsewhere: readonly string[]; bounds: Readonly<Record<string, JsonSchema>> },
): JsonSchema | null {
  const properties = Object.entries((input["properties"] ?? {}) as Record<string, JsonSchema>)
    .filter(([name]) => !elsewhere.includes(name))
    .map(([name, schema]): [string, JsonSchema] => [name, { ...schema, ...bounds[name] }]);
  const needed = ((input["required"] ?? []) as string[]).filter((name) => !elsewhere.includes(name));
  if (properties.length === 0) return null;
  const { required: _required, ...own } = input;
  return {
    ...own,
    properties: Object.fromEntries(properties),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}

/** The argument that may be the body itself; the others are then in the query. */
function textContentOf({ textBody }: RestDoor): Record<string, unknown> {
  return textBody ? { [textBody.type]: { schema: { type: "string" } } } : {};
}
