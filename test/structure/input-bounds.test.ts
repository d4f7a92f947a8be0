import { getMetadataStorage as validatorMetadata } from "class-validator";
import { getMetadataStorage as graphMetadata } from "type-graphql";
import { beforeAll, describe, expect, test } from "vitest";
import { createLibraryExecutor } from "../../router/execution/library-executor.ts";
import { readDocuments } from "../../router/operations/read-documents.ts";
import { buildOpenApi } from "../../router/openapi/openapi.ts";
import { operationAreas } from "../../router/operations/areas.ts";
import { withDefaultBounds } from "../../router/operations/bounded-keywords.ts";
import { buildRegistry, type OperationRegistry } from "../../router/operations/registry.ts";
import type { JsonSchema } from "../../router/schema/json-schema.ts";
import { readSupergraphFacts } from "../../router/schema/supergraph-facts.ts";
import { buildGraphs } from "../../platform/compose/compose.ts";
import { composeSupergraph } from "../../router/schema/compose.ts";
import { routesOf, statusesOf, type OpenApiDocument } from "../support/openapi.ts";

let registry: OperationRegistry;
beforeAll(async () => {
  const sources = buildGraphs().map(({ name, sdl }) => ({ name, url: `http://127.0.0.1:1/${name}`, sdl }));
  const supergraph = composeSupergraph(sources);
  const { publicSchema } = await createLibraryExecutor(supergraph, new Map());
  registry = buildRegistry(operationAreas, readDocuments(), {
    schema: publicSchema,
    facts: readSupergraphFacts(supergraph),
  });
});

/** Every schema within a schema, with its path. */
function* within(
  schema: JsonSchema,
  path: string,
): Generator<[path: string, schema: JsonSchema, types: unknown[]]> {
  yield [path, schema, [schema["type"]].flat()];
  if (schema["items"]) yield* within(schema["items"] as JsonSchema, `${path}[]`);
  for (const [name, inner] of Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>))
    yield* within(inner, `${path}.${name}`);
}

const schemasOf = (change: (schema: JsonSchema) => JsonSchema) =>
  [...registry.values()].flatMap(({ row, inputSchema }) => [...within(change(inputSchema), row.name)]);

describe("the input of every operation", () => {
  test("names the most items of each of its lists", () => {
    const lists = schemasOf((schema) => schema).filter(([, , types]) => types.includes("array"));
    expect(lists.length).toBeGreaterThan(50);
    // A value that may also be a list of numbers has the platform's bound.
    const unbounded = lists.filter(
      ([, schema, types]) => schema["maxItems"] === undefined && types.length < 3,
    );
    expect(unbounded.map(([path]) => path)).toEqual([]);
  });

  test("bounds each of its texts, itself or by the platform's bound", () => {
    const texts = schemasOf(withDefaultBounds).filter(([, , types]) => types.includes("string"));
    expect(texts.length).toBeGreaterThan(500);
    const unbounded = texts.filter(([, schema]) => schema["maxLength"] === undefined && !schema["enum"]);
    expect(unbounded.map(([path]) => path)).toEqual([]);
  });

  test("takes no unknown fields", () => {
    const objects = schemasOf((schema) => schema).filter(([, schema]) => schema["properties"]);
    expect(objects.filter(([, schema]) => schema["additionalProperties"] !== false)).toEqual([]);
  });
});

interface InputClass {
  target: Function;
  name: string;
  fields?: { name: string; typeOptions: { nullable?: unknown } }[];
}

// Also those of the platform's own calls, which send null for what is absent.
test("the rules of every input field that may be null let null pass", () => {
  const { inputTypes, argumentTypes } = graphMetadata() as unknown as Record<string, InputClass[]>;
  const nullable = [...inputTypes!, ...argumentTypes!].flatMap(({ target, name, fields = [] }) =>
    fields
      .filter(({ typeOptions }) => typeOptions.nullable === true)
      .map((field) => ({ target, field: field.name, path: `${name}.${field.name}` })),
  );
  expect(nullable.length).toBeGreaterThan(500);
  const refusing = nullable.filter(({ target, field }) => {
    const rules = validatorMetadata()
      .getTargetValidationMetadatas(target, "", false, false)
      .filter(({ propertyName }) => propertyName === field)
      .map(({ type }) => type);
    return rules.includes("customValidation") && !rules.includes("conditionalValidation");
  });
  expect(refusing.map(({ path }) => path)).toEqual([]);
});

test("every REST operation documents that a credential may not suffice", () => {
  const document = buildOpenApi(registry, { version: "0", serverUrl: "http://127.0.0.1" });
  const own = routesOf(document as unknown as OpenApiDocument).filter(
    ({ operation }) => operation["x-operation"] !== undefined,
  );
  expect(own.length).toBeGreaterThan(400);
  const silent = own.filter(({ operation }) => !statusesOf(operation).includes(403));
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
