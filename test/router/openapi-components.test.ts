import { readFileSync } from "node:fs";
import { isInputObjectType, isObjectType } from "graphql";
import { beforeAll, describe, expect, test } from "vitest";
import { composeSupergraph } from "../../router/schema/compose.ts";
import { createLibraryExecutor } from "../../router/execution/library-executor.ts";
import { readDocuments } from "../../router/operations/read-documents.ts";
import { dereference } from "../../router/openapi/dereference.ts";
import { buildOpenApi } from "../../router/openapi/openapi.ts";
import { documentedErrors } from "../../router/openapi/documented-errors.ts";
import { publishedFacts, typedFields } from "../../router/openapi/published-facts.ts";
import { SchemaComponents } from "../../router/openapi/schema-components.ts";
import { operationAreas } from "../../router/operations/areas.ts";
import { buildRegistry, restPaths, type OperationRegistry } from "../../router/operations/registry.ts";
import { standardSchema, type JsonSchema } from "../../router/schema/json-schema.ts";
import { outputSchema } from "../../router/operations/output-schema.ts";
import { readSupergraphFacts } from "../../router/schema/supergraph-facts.ts";
import { projectPath } from "../../src/project-root.ts";
import { buildGraphs } from "../../platform/compose/compose.ts";
import { routesOf, statusesOf, type OpenApiDocument, type OpenApiOperation } from "../support/openapi.ts";

let registry: OperationRegistry;
let document: OpenApiDocument;
let operations: Map<string, OpenApiOperation>;
let typeNames: string[];
beforeAll(async () => {
  const sources = buildGraphs().map(({ name, sdl }) => ({ name, url: `http://127.0.0.1:1/${name}`, sdl }));
  const supergraph = composeSupergraph(sources);
  const { publicSchema } = await createLibraryExecutor(supergraph, new Map());
  registry = buildRegistry(operationAreas, readDocuments(), {
    schema: publicSchema,
    facts: readSupergraphFacts(supergraph),
  });
  document = buildOpenApi(registry, {
    version: "0",
    serverUrl: "http://127.0.0.1",
  }) as unknown as OpenApiDocument;
  operations = new Map(routesOf(document).map(({ operation }) => [operation.operationId, operation]));
  typeNames = Object.values(publicSchema.getTypeMap())
    .filter((type) => isObjectType(type) || isInputObjectType(type))
    .map(({ name }) => name);
});

/** The schema without descriptions, and with the order that sets have. */
function shapeOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shapeOf);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => key !== "description" || typeof value !== "string")
      .map(([key, value]) => [key, shapeOf(value)]),
  );
}

/** Inline objects that have fields, with their location. */
function* inPlace(node: unknown, where: string): Generator<string> {
  if (typeof node !== "object" || node === null) return;
  if ("properties" in node && !where.endsWith("/properties")) yield where;
  for (const [key, value] of Object.entries(node)) yield* inPlace(value, `${where}/${key}`);
}

describe("schemas", () => {
  test("types of the graph are components by their names", () => {
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(
      expect.arrayContaining(["Invoice", "Booking", "Payslip", "CreateServiceInput", "InvoiceStatus"]),
    );
    expect(names.filter((name) => typeNames.includes(name)).length).toBeGreaterThan(700);
  });

  test("shapes with fewer fields than their type are few and say so in their names", () => {
    const { InvoiceBrief, SavedProperty, SavedPropertyWithoutProperty } = document.components.schemas;
    const fieldsOf = (schema: JsonSchema | undefined) => Object.keys(schema!["properties"] as object);
    expect(fieldsOf(InvoiceBrief)).toEqual(["invoiceId", "status", "paymentLink"]);
    expect([...fieldsOf(SavedPropertyWithoutProperty), "property"].sort()).toEqual(
      fieldsOf(SavedProperty).sort(),
    );
  });

  test("no component contains an inline object", () => {
    const faults = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      Object.entries(schema).flatMap(([key, value]) => [...inPlace(value, `${name}/${key}`)]),
    );
    expect(faults).toEqual([]);
  });

  test("every response with references equals the operation's inline schema", () => {
    const checked = [...registry.values()].filter(({ row }) => row.rest);
    for (const operation of checked) {
      const { row } = operation;
      const shown = operations.get(row.name)!.responses[String(row.rest!.status ?? 200)]!;
      const expected = standardSchema(outputSchema(operation));
      const { schema: answer } = shown.content!["application/json"]!;
      // Where 202 is the operation's own status too, the other body asks for an approval.
      const [schema] = (row.rest!.status === 202 && (answer["anyOf"] as JsonSchema[])) || [answer];
      expect.soft(sorted(shapeOf(withoutTyped(schema!))), row.name).toEqual(sorted(shapeOf(expected)));
    }
    expect(checked.length).toBeGreaterThan(400);
  });

  test("every body with references equals the operation's inline schema", () => {
    let checked = 0;
    for (const { row, inputSchema } of registry.values()) {
      const body = row.rest && operations.get(row.name)!.requestBody?.content["application/json"]?.schema;
      if (!body || row.rest!.rawBody) continue;
      const shown = body["properties"] as Record<string, JsonSchema>;
      const all = standardSchema(inputSchema)["properties"] as Record<string, JsonSchema>;
      const expected = Object.fromEntries(Object.keys(shown).map((name) => [name, all[name]]));
      const { bounds = {} } = publishedFacts.get(row.name) ?? {};
      for (const [name, own] of Object.entries(bounds))
        if (expected[name]) expected[name] = { ...expected[name], ...own };
      expect.soft(shapeOf(shown), row.name).toEqual(shapeOf(expected));
      checked++;
    }
    expect(checked).toBeGreaterThan(150);
  });

  test("the same type with the same fields is one component, and two of one name are refused", () => {
    const schemas = new SchemaComponents();
    const one = schemas.add("Money", { type: "object", properties: { amount: {}, currency: {}, at: {} } });
    const two = schemas.add("Money", { type: "object", properties: { amount: {}, currency: {}, at: {} } });
    const part = schemas.add("Money", { type: "object", properties: { amount: {} } });
    const near = schemas.add("Money", { type: "object", properties: { amount: {}, currency: {} } });
    const unused = schemas.add("Unused", { type: "object" });
    expect(two).toEqual(one);
    expect(unused).toEqual({ $ref: expect.stringContaining("Unused") });
    const { content, schemas: named } = schemas.finish([one, part, near]);
    expect(Object.keys(named)).toEqual(["Money", "MoneyWithoutAt", "MoneyWithoutCurrencyAt"]);
    expect(content.map(({ $ref }) => $ref)).toEqual([
      "#/components/schemas/Money",
      "#/components/schemas/MoneyWithoutCurrencyAt",
      "#/components/schemas/MoneyWithoutAt",
    ]);
    schemas.add("MoneyWithoutAt", { type: "object" });
    expect(() => schemas.finish([one, near, schemas.add("MoneyWithoutAt", { type: "object" })])).toThrow(
      "two schemas would be named MoneyWithoutAt",
    );
  });

  test("a reference that leads nowhere is refused", () => {
    expect(() => dereference({ $ref: "#/components/schemas/Nothing" }, document)).toThrow(/Nothing/);
  });
});

/** Without the shapes of open objects, which the graph does not know. */
function withoutTyped(schema: JsonSchema): unknown {
  const shapes = [...typedFields.values()].map((known) => JSON.stringify(shapeOf(known.schema)));
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === "additionalProperties" && shapes.includes(JSON.stringify(shapeOf(value))) ? undefined : value,
    ),
  );
}

/** `success` is listed before the fields or after them. */
function sorted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(sorted);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === "required" && Array.isArray(value)
        ? (value as string[]).toSorted((a, b) => (a < b ? -1 : 1))
        : sorted(value),
    ]),
  );
}

describe("routes", () => {
  test("are described once for the header of the app and for its path", () => {
    expect(Object.keys(document.paths).filter((path) => path.startsWith("/a/"))).toEqual([]);
    const described = routesOf(document).map(({ method, path }) => `${method} ${path}`);
    const below = [...registry.values()]
      .filter(({ row }) => row.rest?.needsApp)
      .flatMap(({ row }) => restPaths(row).map((path) => `${row.rest!.method} ${path}`));
    expect(below.filter((route) => route.includes(" /a/{appId}/")).length).toBeGreaterThan(200);
    expect(below.filter((route) => !described.includes(route))).toEqual([]);
  });

  test("have facts and statuses of their own only where they exist", () => {
    const named = [...publishedFacts.keys(), ...documentedErrors.keys()];
    expect(named.filter((name) => !operations.has(name))).toEqual([]);
  });

  test("have every status that the published contract lists", () => {
    for (const [name, statuses] of documentedErrors) {
      const listed = Object.keys(operations.get(name)!.responses).map(Number);
      expect(
        statuses.filter((status) => !listed.includes(status)),
        name,
      ).toEqual([]);
    }
  });

  test("are marked as documented only where the source prints them", () => {
    for (const { operation } of routesOf(document)) {
      const row = registry.get(operation.operationId.replace(/_\d+$/, ""))?.row;
      expect(operation["x-documented"] ?? false, operation.operationId).toBe(row?.documented ?? false);
    }
  });
});

describe("facts that only services know", () => {
  test.each(["ApiKeys", "ApiKey", "ApiKeyUsage", "AccountKeyUsage"])("%s has its tier", (name) => {
    expect(operations.get(name)!["x-tier"]).toBe("integration");
  });

  test("drawing an image has a 402, and no other operation that costs no credits", () => {
    expect(operations.get("GenerateImage")!.responses["402"]).toMatchObject({
      description: expect.any(String),
    });
    const others = [...registry.values()].filter(
      ({ row, access }) => row.rest && !access.cost && row.name !== "GenerateImage",
    );
    expect(others.filter(({ row }) => statusesOf(operations.get(row.name)!).includes(402))).toEqual([]);
  });

  test("prices of plans have the fields of a price", () => {
    const { prices } = document.components.schemas["Plan"]!["properties"] as Record<string, JsonSchema>;
    expect(dereference(prices!["additionalProperties"], document)).toMatchObject({
      required: ["amount", "currency", "interval", "processorId"],
      properties: { interval: { enum: ["month", "year"] } },
    });
  });

  test("the status of subscriptions accepts the app header without requiring it", () => {
    const header = operations.get("SubscriptionStatus")!.parameters!.find(({ name }) => name === "x-app-id");
    expect([header?.in, header?.required ?? false]).toEqual(["header", false]);
  });
});

test("the document stays small: what clients download, and what a change to one operation touches", () => {
  const text = readFileSync(projectPath("schema", "openapi.json"), "utf8");
  const lines = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((operation) => JSON.stringify(operation, null, 2).split("\n").length),
  );
  // 950 kB for 500 operations, with a description of every field; events and their examples are another 130 kB.
  const { webhooks, ...others } = JSON.parse(text) as { webhooks: Record<string, unknown> };
  expect(JSON.stringify(others).length / lines.length).toBeLessThan(2_250);
  expect(JSON.stringify(webhooks).length / Object.keys(webhooks).length).toBeLessThan(1_800);
  const median = lines.toSorted((a, b) => a - b)[Math.floor(lines.length / 2)];
  // Two lines of it are facts of the example.
  expect(median).toBeLessThanOrEqual(53);
});
