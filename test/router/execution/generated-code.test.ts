import { parse, type ExecutionResult } from "graphql";
import { describe, expect, test, vi } from "vitest";
import { createCompiledExecutor } from "../../../router/execution/executor.ts";
import { GeneratedShape } from "../../../router/execution/generated/generated-shape.ts";
import { WrittenResult } from "../../../router/execution/generated/written-result.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { composeSupergraph } from "../../../router/schema/compose.ts";
import { toyCall } from "../../federation/toy-graph.ts";
import { withoutPollution } from "../../support/global-objects.ts";

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])`;
const sdl = composeSupergraph([
  {
    name: "shop",
    url: "http://127.0.0.1:1",
    sdl: `${link} type Query { items: [Item!]! item: Item } type Mutation { buy: Item } type Item @key(fields: "id") { id: ID! kind: Kind constructor: String } enum Kind { NEW OLD }`,
  },
  {
    name: "stock",
    url: "http://127.0.0.1:2",
    sdl: `${link} type Item @key(fields: "id") { id: ID! count: Int! note: String }`,
  },
]);

interface Given {
  shop?: unknown;
  /** Entities by id; a missing one is null. */
  stock?: (ids: string[]) => unknown;
  isTrusted?: boolean;
}

const twoItems = { items: ["1", "2"].map((id) => ({ __typename: "Item", id, a0: id, a1: id, kind: "NEW" })) };

async function createShop({
  shop = twoItems,
  stock = (ids) => ids.map((id) => ({ count: Number(id), note: `n${id}` })),
  isTrusted = true,
}: Given) {
  const answerShop = vi.fn<SubgraphExecutor>(() => structuredClone({ data: shop }) as ExecutionResult);
  const answerStock = vi.fn<SubgraphExecutor>(({ variables }) => {
    const ids = (variables["representations"] as { id: string }[]).map(({ id }) => id);
    return { data: { _entities: stock(ids) } };
  });
  const subgraphs = new Map<string, SubgraphExecutor>([
    ["shop", Object.assign((request: never) => answerShop(request), { isTrusted }) as SubgraphExecutor],
    ["stock", Object.assign((request: never) => answerStock(request), { isTrusted }) as SubgraphExecutor],
  ]);
  const executor = await createCompiledExecutor(sdl, subgraphs, new Map(), { generatingUse: 1 });
  const ask = async (text: string, takesText = false) =>
    executor.execute({ document: parse(text), variables: {}, call: toyCall(), takesText });
  return { ask, answerShop, answerStock };
}

/** The outcomes of generated code while something runs: true where it made the response. */
async function outcomesOf(run: () => Promise<unknown>): Promise<boolean[]> {
  const noted = vi.spyOn(GeneratedShape.prototype, "note");
  await run();
  const outcomes = noted.mock.calls.map(([isDone]) => isDone);
  noted.mockRestore();
  return outcomes;
}

test("a join is answered by generated code, under the keys of each document", async () => {
  const { ask } = await createShop({});
  const outcomes = await outcomesOf(async () => {
    expect(await ask("{ items { one: id count } }")).toEqual({
      data: {
        items: [
          { one: "1", count: 1 },
          { one: "2", count: 2 },
        ],
      },
    });
    expect(await ask("{ items { two: id count } }")).toEqual({
      data: {
        items: [
          { two: "1", count: 1 },
          { two: "2", count: 2 },
        ],
      },
    });
  });
  expect(outcomes).toEqual([true, true]);
});

test("aliases are answered as JSON to a caller that takes it, as JSON.stringify writes it", async () => {
  const texts = [
    "plain",
    'with "quotes" and \\',
    "two\nlines \u2028",
    "caf\u00e9 \ud83d\ude00",
    "\u0000\u007f",
    "",
  ];
  const item = (id: string) => ({ __typename: "Item", id, a0: id, constructor: null });
  const { ask } = await createShop({
    shop: { items: texts.map(item), item: null },
    stock: (ids) => ids.map((note, index) => ({ count: index * -0, note })),
  });
  const document = "{ items { one: id constructor count note } item { __typename } }";
  const [data, written] = [await ask(document), await ask(document, true)];
  expect(written).toBeInstanceOf(WrittenResult);
  expect((written as WrittenResult).text).toBe(JSON.stringify(data.data));
  expect(JSON.stringify(written.data)).toBe(JSON.stringify(data.data));
  expect(JSON.stringify(written)).toBe(JSON.stringify(data));
});

test("aliases that objects inherit are keys of their own", async () => {
  const { ask } = await createShop({ shop: { items: [{ __typename: "Item", id: "1", a0: "1", a1: "x" }] } });
  await withoutPollution(async () => {
    for (const alias of ["toString", "valueOf", "hasOwnProperty", "__proto__"]) {
      const answer = JSON.stringify(await ask(`{ items { ${alias}: id constructor count } }`));
      expect(answer, alias).toContain(`"${alias}":"1"`);
      expect(answer, alias).toContain('"count":1');
    }
  });
});

test("one entity in several places is asked for once", async () => {
  const item = { __typename: "Item", id: "1" };
  const { ask, answerStock } = await createShop({ shop: { items: [item, item, { ...item, id: "2" }] } });
  expect(await ask("{ items { count } }")).toEqual({
    data: { items: [{ count: 1 }, { count: 1 }, { count: 2 }] },
  });
  expect(answerStock.mock.calls[0]![0].variables["representations"]).toHaveLength(2);
});

describe("generated code gives up, and no fetch is sent twice", () => {
  test.each<[string, Given, string, unknown]>([
    ["a list with too few entities", { stock: () => [] }, "{ items { note } }", null],
    ["an entity that is no object", { stock: () => ["x", 1] }, "{ items { note } }", null],
    ["no entities at all", { stock: () => null }, "{ items { note } }", null],
    [
      "a missing entity with a non-null field",
      { stock: () => [null, null] },
      "{ items { count } }",
      undefined,
    ],
    [
      "an object of another type",
      { shop: { items: [{ __typename: "Other", id: "1" }] } },
      "{ items { note } }",
      null,
    ],
    [
      "an enum value that clients do not know",
      { shop: { item: { kind: "SECRET" } } },
      "{ item { kind } }",
      null,
    ],
  ])("on %s", async (_, given, text) => {
    const { ask, answerStock } = await createShop(given);
    const outcomes = await outcomesOf(async () => {
      const answer = await ask(text);
      expect(JSON.stringify(answer)).not.toContain("SECRET");
    });
    expect(outcomes).toEqual([false]);
    expect(answerStock.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test("on a scalar of the wrong type, of a subgraph that is not trusted", async () => {
    const { ask } = await createShop({
      isTrusted: false,
      stock: (ids) => ids.map(() => ({ count: "many" })),
    });
    const outcomes = await outcomesOf(async () => {
      const { errors } = await ask("{ items { count } }");
      expect(errors?.[0]?.message).toContain("not a valid Int");
    });
    expect(outcomes).toEqual([false]);
  });
});

describe("a mutation of one field", () => {
  const bought = { buy: { __typename: "Item", id: "1" } };

  test("is answered by generated code", async () => {
    const { ask } = await createShop({ shop: bought });
    const outcomes = await outcomesOf(async () => {
      expect(await ask("mutation { buy { count } }")).toEqual({ data: { buy: { count: 1 } } });
    });
    expect(outcomes).toEqual([true]);
  });

  test.each<[string, Given]>([
    ["the rest of the plan fails", { stock: () => [] }],
    ["its own fetch has no data", { shop: null }],
  ])("is sent once when %s", async (_, given) => {
    const { ask, answerShop } = await createShop({ shop: bought, ...given });
    const outcomes = await outcomesOf(() => Promise.resolve(ask("mutation { buy { count } }")));
    expect(outcomes).toEqual([false]);
    expect(answerShop).toHaveBeenCalledTimes(1);
  });
});

test("a missing entity leaves nulls where they may stand", async () => {
  const { ask } = await createShop({ stock: () => [null, { note: "n2" }] });
  expect(await ask("{ items { note } }")).toEqual({ data: { items: [{ note: null }, { note: "n2" }] } });
});

test("generated code rests while it gives up on every run", async () => {
  const { ask } = await createShop({ stock: () => [] });
  const outcomes = await outcomesOf(async () => {
    const document = "{ items { note } }";
    for (let run = 0; run < 30; run++) await ask(document);
  });
  expect(outcomes).toHaveLength(10);
});
