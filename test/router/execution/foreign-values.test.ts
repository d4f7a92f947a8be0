import { GraphQLError, parse, type ExecutionResult } from "graphql";
import { describe, expect, test } from "vitest";
import { createCompiledExecutor } from "../../../router/execution/executor.ts";
import { composeSupergraph } from "../../../router/schema/compose.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { federation2 } from "../../federation/suite/suite.types.ts";
import { toyCall } from "../../federation/toy-graph.ts";

const items = `${federation2}
  type Query { item: Item items: [Item!] any: Thing list: [Int] count: Int! }
  interface Thing { id: ID! }
  enum Size { SMALL LARGE HUGE @inaccessible }
  type Value { a: Int }
  type Item implements Thing @key(fields: "id") {
    id: ID! int: Int float: Float text: String flag: Boolean size: Size must: Int! self: Item nested: [Value] @shareable
  }
  type Secret implements Thing @inaccessible { id: ID! }`;
const extras = `${federation2}
  type Item @key(fields: "id") { id: ID! extra: String! other: Int! nested: [Value] @shareable }
  type Value { b: Int }`;

const supergraphSdl = composeSupergraph([
  { name: "items", url: "http://127.0.0.1:1/items", sdl: items },
  { name: "extras", url: "http://127.0.0.1:1/extras", sdl: extras },
]);

type Reply = ExecutionResult | ((variables: Record<string, unknown>) => ExecutionResult);

/** Runs a query on subgraphs that answer with just these results. */
async function ask(query: string, replies: { items?: Reply; extras?: Reply }): Promise<ExecutionResult> {
  const answering =
    (reply: Reply | undefined): SubgraphExecutor =>
    async ({ variables }) =>
      typeof reply === "function" ? reply(variables) : (reply ?? { data: null });
  const subgraphs = new Map([
    ["items", answering(replies.items)],
    ["extras", answering(replies.extras)],
  ]);
  const executor = await createCompiledExecutor(supergraphSdl, subgraphs);
  return executor.execute({ document: parse(query), variables: {}, call: toyCall() });
}

const pathsOf = ({ errors = [] }: ExecutionResult) => errors.map(({ path }) => path?.join("."));

describe("a leaf value of the wrong type is null with an error", () => {
  test.each([
    ["int", 1.5],
    ["int", 2 ** 31],
    ["int", "1"],
    ["float", "1"],
    ["text", 1],
    ["text", { deep: true }],
    ["flag", "true"],
    ["id", 1.5],
    ["id", { id: 1 }],
    ["size", "TINY"],
    ["size", "HUGE"],
    ["size", "toString"],
    ["self", "not an object"],
    ["self", []],
  ])("%s: %j", async (field, value) => {
    const selection = field === "self" ? "self { int }" : field;
    const result = await ask(`{ item { ${selection} } }`, { items: { data: { item: { [field]: value } } } });
    const isRequired = field === "id";
    expect(result.data).toEqual({ item: isRequired ? null : { [field]: null } });
    expect(pathsOf(result)).toEqual([`item.${field}`]);
    expect(JSON.stringify(result.errors)).not.toContain("HUGE");
  });
});

test.each([
  ["int", -5],
  ["float", 2],
  ["float", 0.5],
  ["text", ""],
  ["flag", false],
  ["id", "a"],
  ["size", "SMALL"],
])("a valid value of %s is passed on: %j", async (field, value) => {
  const result = await ask(`{ item { ${field} } }`, { items: { data: { item: { [field]: value } } } });
  expect(result).toEqual({ data: { item: { [field]: value } } });
});

test("an integer is a valid ID and becomes a string", async () => {
  expect(await ask("{ item { id } }", { items: { data: { item: { id: 7 } } } })).toEqual({
    data: { item: { id: "7" } },
  });
});

test.each(["Secret", "Unknown", "Query", "toString", 5])(
  "an object of type %s is null with an error",
  async (name) => {
    const result = await ask("{ any { __typename id } }", {
      items: { data: { any: { __typename: name, id: "1" } } },
    });
    expect(result.data).toEqual({ any: null });
    expect(pathsOf(result)).toEqual(["any"]);
    expect(JSON.stringify(result.errors)).not.toContain("Secret");
  },
);

test("a value where a list belongs is null with an error", async () => {
  const result = await ask("{ list }", { items: { data: { list: 5 } } });
  expect(result.data).toEqual({ list: null });
  expect(pathsOf(result)).toEqual(["list"]);
});

test("a root field that may not be null and is missing has an error of its own", async () => {
  const result = await ask("{ count }", { items: { data: {} } });
  expect(result.data).toBeNull();
  expect(pathsOf(result)).toEqual(["count"]);
});

test("the extra fields of a foreign response are not passed on", async () => {
  const result = await ask("{ item { int } }", { items: { data: { item: { int: 1, secret: 2 }, more: 3 } } });
  expect(result).toEqual({ data: { item: { int: 1 } } });
});

test("each unexplained null has an error of its own, whatever happened to its neighbours", async () => {
  const result = await ask("{ items { text must } }", {
    items: {
      data: {
        items: [
          { text: null, must: 1 },
          { text: "b", must: null },
        ],
      },
      errors: [{ message: "broken", path: ["items", 0, "text"] } as never],
    },
  });
  expect(result.data).toEqual({ items: null });
  expect(pathsOf(result)).toEqual(["items.0.text", "items.1.must"]);
});

test("one entity's failure does not explain another entity's null", async () => {
  const result = await ask("{ items { id extra } }", {
    items: {
      data: {
        items: [
          { __typename: "Item", id: "1" },
          { __typename: "Item", id: "2" },
        ],
      },
    },
    extras: {
      data: { _entities: [null, { extra: null }] },
      errors: [{ message: "broken", path: ["_entities", 0, "extra"] } as never],
    },
  });
  expect(result.data).toEqual({ items: null });
  expect(pathsOf(result)).toEqual(["items.0.extra", "items.1.extra"]);
});

test("fields that an entity loses with a failing one need no errors of their own", async () => {
  const result = await ask("{ item { extra other } }", {
    items: { data: { item: { __typename: "Item", id: "1" } } },
    extras: {
      data: { _entities: [null] },
      errors: [{ message: "broken", path: ["_entities", 0, "extra"] } as never],
    },
  });
  expect(result.data).toEqual({ item: null });
  expect(pathsOf(result)).toEqual(["item.extra"]);
});

test.each([
  [[{ b: 1 }], false],
  [[{ b: 1 }, { b: 2 }, { b: 3 }], false],
  [[], false],
  [[{ b: 1 }, { b: 2 }], true],
])(
  "lists of two subgraphs are merged item by item, or fail when their lengths differ: %j",
  async (nested, fits) => {
    const result = await ask("{ item { nested { a b } } }", {
      items: { data: { item: { __typename: "Item", id: "1", nested: [{ a: 1 }, { a: 2 }] } } },
      extras: { data: { _entities: [{ nested }] } },
    });
    const b = (index: number) => (fits ? nested[index]!.b : null);
    expect(result.data).toEqual({
      item: {
        nested: [
          { a: 1, b: b(0) },
          { a: 2, b: b(1) },
        ],
      },
    });
    expect(pathsOf(result)).toEqual(fits ? [] : ["item.nested"]);
  },
);

test("errors of many entities take one walk over the entities", async () => {
  const count = 4_000;
  const entities = Array.from({ length: count }, (_, id) => ({ __typename: "Item", id: String(id) }));
  const errors = entities.map(
    (_, index) => ({ message: "broken", path: ["_entities", index, "extra"] }) as never,
  );
  const startedAt = performance.now();
  const result = await ask("{ items { id extra } }", {
    items: { data: { items: entities } },
    extras: { data: { _entities: entities.map(() => null) }, errors },
  });
  // With a walk per error it takes half a minute.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(result.errors).toHaveLength(count);
  expect(result.errors![count - 1]!.path).toEqual(["items", count - 1, "extra"]);
});

describe("entities that a subgraph returns", () => {
  const two = { data: { items: [item("i1"), item("i2")] } };
  const query = "{ items { id extra } }";
  const places = ["items.0", "items.1"];

  test.each([
    ["too few", [{ extra: "e1" }]],
    ["too many", [{ extra: "e1" }, { extra: "e2" }, { extra: "e3" }]],
    ["an object", { extra: "e1" }],
    ["null", null],
  ])("%s: an error of the subgraph at each place", async (_, entities) => {
    const result = await ask(query, { items: two, extras: { data: { _entities: entities } } });
    expect(pathsOf(result)).toEqual(places);
  });

  test("an error of an entity that was not requested is reported at all of them", async () => {
    const errors = [new GraphQLError("Broken.", { path: ["_entities", 7, "extra"] })];
    const result = await ask(query, {
      items: two,
      extras: { data: { _entities: [{ extra: null }, { extra: "e2" }] }, errors },
    });
    expect(pathsOf(result)).toEqual(["items.0.extra", "items.1.extra"]);
  });

  test("no entities and an error of the whole fetch are that error only", async () => {
    const result = await ask(query, {
      items: two,
      extras: { data: null, errors: [new GraphQLError("Broken.")] },
    });
    expect(result.errors?.map(({ message }) => message)).toEqual(["Broken.", "Broken."]);
  });
});

function item(id: string): Record<string, unknown> {
  return { __typename: "Item", id };
}
