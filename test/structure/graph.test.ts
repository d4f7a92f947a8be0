import { composeServices } from "@apollo/composition";
import { isObjectType, parse, validate } from "graphql";
import { beforeAll, describe, expect, test } from "vitest";
import { composeSupergraph } from "../../router/schema/compose.ts";
import { createLibraryExecutor } from "../../router/execution/library-executor.ts";
import type { GraphExecutor } from "../../router/execution/graph-executor.ts";
import { readDocuments } from "../../router/operations/read-documents.ts";
import { operationAreas } from "../../router/operations/areas.ts";
import { buildRegistry, type OperationRegistry } from "../../router/operations/registry.ts";
import { readSupergraphFacts } from "../../router/schema/supergraph-facts.ts";
import { ruleFor, unruledEntries } from "../../src/access/shield.ts";
import type { SubgraphGraph } from "../../src/graphql/build-subgraph.ts";
import { platformVersion } from "../../src/version.ts";
import { buildGraphs, findDrift, generate } from "../../platform/compose/compose.ts";

const graphs = buildGraphs();
const sources = graphs.map(({ name, sdl }) => ({ name, url: `http://127.0.0.1:1/${name}`, sdl }));
const supergraphSdl = composeSupergraph(sources);
const facts = readSupergraphFacts(supergraphSdl);
let executor: GraphExecutor;
let registry: OperationRegistry;
beforeAll(async () => {
  executor = await createLibraryExecutor(supergraphSdl, new Map());
  registry = buildRegistry(operationAreas, readDocuments(), { schema: executor.publicSchema, facts });
});

const keyedTypes = ({ schema }: SubgraphGraph): string[] =>
  Object.values(schema.getTypeMap())
    .filter(
      (type) => isObjectType(type) && type.astNode?.directives?.some(({ name }) => name.value === "key"),
    )
    .map((type) => type.name);

describe.each(graphs.map((graph): [string, SubgraphGraph] => [graph.name, graph]))(
  "the %s subgraph",
  (_name, graph) => {
    test("rules every root field and every entity", () => {
      expect(Object.keys(graph.rules).length).toBeGreaterThan(0);
      expect(unruledEntries(graph.schema, graph.rules, keyedTypes(graph))).toEqual([]);
    });

    test("would be refused if any of these rules were missing", () => {
      for (const kind of ["Query", "Mutation"] as const) {
        for (const field of Object.keys(graph.schema.getType(kind) ? (graph.rules[kind] ?? {}) : {})) {
          const { [field]: _removed, ...left } = graph.rules[kind] as Record<string, never>;
          const rules = { ...graph.rules, [kind]: left };
          expect(unruledEntries(graph.schema, rules, keyedTypes(graph))).toEqual([`${kind}.${field}`]);
        }
      }
      for (const typeName of keyedTypes(graph)) {
        const { [typeName]: _removed, ...rules } = graph.rules;
        expect(unruledEntries(graph.schema, rules, keyedTypes(graph))).toEqual([typeName]);
      }
    });

    test("names no rule for something it does not have", () => {
      for (const [typeName, entry] of Object.entries(graph.rules)) {
        const type = graph.schema.getType(typeName);
        expect(isObjectType(type), typeName).toBe(true);
        if (typeof entry["check"] === "function" || !isObjectType(type)) continue;
        expect(Object.keys(type.getFields()), typeName).toEqual(expect.arrayContaining(Object.keys(entry)));
      }
    });

    test("the schema's access metadata equals the enforced rules", () => {
      const root = graph.schema.getQueryType()!;
      for (const name of Object.keys(root.getFields())) {
        const rule = ruleFor(graph.rules, "Query", name);
        if (rule) expect(facts.accessOf("Query", name), name).toEqual(rule.facts);
      }
    });
  },
);

test("the subgraphs compose with the MIT composition and with Apollo's own, to the same fields", () => {
  const apollo = composeServices(sources.map(({ name, url, sdl }) => ({ name, url, typeDefs: parse(sdl) })));
  expect((apollo.errors ?? []).map((error) => error.message)).toEqual([]);
  const theirs = readSupergraphFacts(apollo.supergraphSdl!);
  expect([...theirs.keys]).toEqual(expect.arrayContaining([...facts.keys]));
  const schema = executor.publicSchema;
  for (const root of [schema.getQueryType()!, schema.getMutationType()!]) {
    for (const name of Object.keys(root.getFields())) {
      expect(theirs.accessOf(root.name, name)).toEqual(facts.accessOf(root.name, name));
      expect(theirs.ownerOf(root.name, name)?.toLowerCase()).toBe(facts.ownerOf(root.name, name));
    }
  }
});

test("Apollo's composition refuses a broken graph", () => {
  const broken = sources.map((source, index) =>
    index === 0
      ? source
      : { ...source, sdl: source.sdl.replaceAll("type Query {", "type Query { app(appId: Int!): Int") },
  );
  const apollo = composeServices(broken.map(({ name, url, sdl }) => ({ name, url, typeDefs: parse(sdl) })));
  expect(apollo.errors?.length ?? 0).toBeGreaterThan(0);
  expect(() => composeSupergraph(broken)).toThrow();
});

test("every stored operation validates against the public graph and has a door", () => {
  expect(registry.size).toBeGreaterThan(12);
  for (const { row, document, description } of registry.values()) {
    expect(validate(executor.publicSchema, document), row.name).toEqual([]);
    expect(row.rest ?? row.tool ?? row.panel, row.name).toBeDefined();
    expect(description, `${row.name} has a description of its own`).not.toBe(row.name);
  }
});

test("schema/ equals the generated files, and a changed file is detected", async () => {
  const files = await generate(platformVersion);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(["schema/hub.graphql", "schema/supergraph.graphql", "schema/openapi.json"]),
  );
  expect(findDrift(files)).toEqual([]);
  expect(findDrift(new Map([["schema/hub.graphql", "edited by hand"]]))).toEqual(["schema/hub.graphql"]);
  expect(findDrift(new Map([["schema/absent.graphql", ""]]))).toEqual(["schema/absent.graphql"]);
});
