import { execute, parse, type ExecutionResult } from "graphql";
import { Directive, Field, ID, ObjectType, Query, Resolver } from "type-graphql";
import { describe, expect, test } from "vitest";
import { isPublic } from "../../src/access/rules.ts";
import { DomainError } from "../../src/errors.ts";
import { buildSubgraph, type SubgraphGraph } from "../../src/graphql/build-subgraph.ts";
import type { EntityReference, EntityResolver } from "../../src/graphql/resolve-entities.ts";
import { scalars } from "../../src/graphql/scalars.ts";
import { askSubgraph, codesOf, toyCall, toyContext, toyGraph } from "./toy-graph.ts";

@ObjectType()
@Directive('@key(fields: "id")')
class Ship {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
}

@ObjectType()
@Directive('@key(fields: "code")')
class Port {
  @Field(() => ID)
  code: string;
}

@Resolver()
class HarbourResolver {
  @Query(() => [Ship])
  ships(): Ship[] {
    return [];
  }

  @Query(() => [Port])
  ports(): Port[] {
    return [];
  }
}

function harbour(references: { Ship: EntityResolver; Port?: EntityResolver }): SubgraphGraph {
  return toyGraph({
    resolvers: [HarbourResolver],
    rules: { Query: { ships: isPublic, ports: isPublic }, Ship: isPublic, Port: isPublic },
    references: { Port: ({ code }) => ({ code }), ...references },
  });
}

const query = /* GraphQL */ `
  query ($representations: [_Any!]!) {
    _entities(representations: $representations) {
      __typename
      ... on Ship {
        id
        name
      }
      ... on Port {
        code
      }
    }
  }
`;

const ship = (id: unknown) => ({ __typename: "Ship", id });
const port = (code: string) => ({ __typename: "Port", code });
const rowOf = ({ id }: EntityReference) => ({ id, name: `ship ${String(id)}` });

function ask(graph: SubgraphGraph, representations: unknown[]): Promise<ExecutionResult> {
  return askSubgraph(graph, query, toyCall(), { representations });
}

const ids = (result: ExecutionResult) =>
  (result.data!["_entities"] as ({ id?: string; code?: string } | null)[]).map(
    (entity) => entity && (entity.id ?? entity.code),
  );

/** Batches in both of their forms, and one at a time in both. */
const ways: [string, (find: (reference: EntityReference) => unknown) => EntityResolver][] = [
  ["a batch", (find) => ({ batch: (references) => references.map(find) })],
  ["a promised batch", (find) => ({ batch: async (references) => references.map(find) })],
  ["one at a time", (find) => find],
  ["one promise at a time", (find) => async (reference) => find(reference)],
];

describe.each(ways)("%s", (_name, way) => {
  const graph = harbour({
    Ship: way((reference) => {
      if (reference["id"] === "wreck") throw new DomainError("INVALID_STATE", "This one has sunk.");
      return reference["id"] === "lost" ? null : rowOf(reference);
    }),
  });

  test("entities of mixed types are returned in the requested order, a missing row as null", async () => {
    const result = await ask(graph, [port("a"), ship("1"), ship("lost"), port("b"), ship("2"), port("c")]);
    expect(result.errors).toBeUndefined();
    expect(ids(result)).toEqual(["a", "1", null, "b", "2", "c"]);
  });

  test("entity results equal those of graphql-js", async () => {
    const representations = [port("a"), ship("2"), ship("1"), ship("2")];
    const plain = await execute({
      schema: graph.schema,
      document: parse(query),
      variableValues: { representations },
      contextValue: toyContext(toyCall()),
    });
    expect((await ask(graph, representations)).data).toEqual(plain.data);
    expect(ids(plain)).toEqual(["a", "2", "1", "2"]);
  });
});

describe("one failing entity leaves the others", () => {
  const sunk = () => new DomainError("INVALID_STATE", "This one has sunk.");
  const find = (reference: EntityReference) => (reference["id"] === "wreck" ? sunk() : rowOf(reference));
  const findOrThrow = (reference: EntityReference) => {
    if (reference["id"] === "wreck") throw sunk();
    return rowOf(reference);
  };
  test.each<[string, EntityResolver]>([
    ["an Error in a batch", { batch: (references) => references.map(find) }],
    ["an Error in a promised batch", { batch: async (references) => references.map(find) }],
    ["thrown", findOrThrow],
    ["rejected", async (reference) => findOrThrow(reference)],
  ])("%s", async (_name, resolver) => {
    const result = await ask(harbour({ Ship: resolver }), [
      ship("1"),
      port("a"),
      ship("wreck"),
      ship("2"),
      ship("3"),
    ]);
    expect(ids(result)).toEqual(["1", "a", null, "2", "3"]);
    expect(result.errors!.map(({ path }) => path)).toEqual([["_entities", 2]]);
    expect(codesOf(result)).toEqual(["INVALID_STATE"]);
  });
});

test("an entity that fails late does not shift the others", async () => {
  const last = Promise.withResolvers<void>();
  const resolver: EntityResolver = async (reference) => {
    if (reference["id"] === "3") last.resolve();
    else await last.promise;
    if (reference["id"] === "wreck") throw new DomainError("INVALID_STATE", "This one has sunk.");
    return rowOf(reference);
  };
  const result = await ask(harbour({ Ship: resolver }), [ship("1"), ship("wreck"), ship("3")]);
  expect(ids(result)).toEqual(["1", null, "3"]);
});

test.each<[string, EntityResolver]>([
  [
    "throws",
    {
      batch: () => {
        throw new DomainError("SERVICE_UNAVAILABLE", "Out at sea.");
      },
    },
  ],
  ["rejects", { batch: () => Promise.reject(new DomainError("SERVICE_UNAVAILABLE", "Out at sea.")) }],
])("a batch that %s fails for each of its entities and for no other type's", async (_name, resolver) => {
  const result = await ask(harbour({ Ship: resolver }), [ship("1"), port("a"), ship("2")]);
  expect(ids(result)).toEqual([null, "a", null]);
  expect(result.errors!.map(({ path }) => path)).toEqual([
    ["_entities", 0],
    ["_entities", 2],
  ]);
  expect(codesOf(result)).toEqual(["SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE"]);
});

test("a batch that returns another number of entities is a bug, not a shift of rows", async () => {
  const call = toyCall();
  const graph = harbour({ Ship: { batch: (references) => references.slice(1).map(rowOf) } });
  const result = await askSubgraph(graph, query, call, { representations: [ship("1"), ship("2")] });
  expect(ids(result)).toEqual([null, null]);
  expect(codesOf(result)).toEqual(["INTERNAL_ERROR", "INTERNAL_ERROR"]);
  expect(JSON.stringify(call.lines)).toContain("2 references of Ship were answered with 1");
});

test.each(["Submarine", "Query", "constructor", undefined])(
  "a representation of %s is an error at its own place",
  async (typeName) => {
    const result = await ask(harbour({ Ship: rowOf }), [ship("1"), { __typename: typeName, id: "x" }]);
    expect(ids(result)).toEqual(["1", null]);
    expect(result.errors!.map(({ path }) => path)).toEqual([["_entities", 1]]);
  },
);

test("fifty references of one type are one batch call, synchronous when the resolver is", async () => {
  const calls: number[] = [];
  const graph = harbour({
    Ship: {
      batch: (references) => {
        calls.push(references.length);
        return references.map(rowOf);
      },
    },
  });
  const representations = Array.from({ length: 50 }, (_, index) => ship(String(index)));
  const result = await ask(graph, representations);
  expect(ids(result)).toEqual(representations.map(({ id }) => id));
  expect(calls).toEqual([50]);
  const { resolve } = graph.schema.getQueryType()!.getFields()["_entities"]!;
  const entities = resolve!(null, { representations }, toyContext(toyCall()), null as never) as Ship[];
  expect(entities.map(({ name }) => name)).toEqual(representations.map(({ id }) => `ship ${String(id)}`));
});

test("one object found by two references and frozen ones are answered", async () => {
  const one = Object.freeze({ id: "1", name: "Argo" });
  const result = await ask(harbour({ Ship: () => one }), [ship("1"), ship("argo")]);
  expect(result.errors).toBeUndefined();
  expect(ids(result)).toEqual(["1", "1"]);
});

test("two features may not both find one type", () => {
  expect(() =>
    buildSubgraph({
      name: "toy",
      scalars,
      features: [
        {
          resolvers: [HarbourResolver],
          rules: { Query: { ships: isPublic, ports: isPublic }, Ship: isPublic, Port: isPublic },
          references: { Ship: rowOf, Port: () => null },
        },
        { resolvers: [], rules: {}, references: { Ship: () => null } },
      ],
    }),
  ).toThrow("Two features find the type Ship by reference");
});
