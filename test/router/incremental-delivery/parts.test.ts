import { parse } from "graphql";
import { expect, test } from "vitest";
import {
  isIncremental,
  type IncrementalResult,
} from "../../../router/execution/incremental/incremental.types.ts";
import { createCompiledExecutor } from "../../../router/execution/executor.ts";
import { toyCall } from "../../federation/toy-graph.ts";
import { GatedGraph, payloadsOf, supergraphSdl, type GatedData } from "./gated-graph.ts";

async function inParts(
  graph: GatedGraph,
  ...asked: Parameters<GatedGraph["ask"]>
): Promise<IncrementalResult> {
  const result = await graph.ask(...asked);
  if (!isIncremental(result)) throw new Error(`A plain result: ${JSON.stringify(result)}`);
  return result;
}

async function ask(query: string, options: { variables?: Record<string, unknown>; data?: GatedData } = {}) {
  const graph = new GatedGraph(options);
  const payloads = await payloadsOf(await graph.ask(query, options));
  return { payloads, asked: graph.asked };
}

test("the first part does not wait for a deferred fragment, whose fetch starts when the first part was read", async () => {
  const graph = new GatedGraph({ holds: ["reports"] });
  const { initial, later } = await inParts(graph, '{ me { name ... @defer(label: "slow") { points } } }');
  expect(initial).toEqual({
    data: { me: { name: "Ann" } },
    pending: [{ id: "0", path: ["me"], label: "slow" }],
    hasNext: true,
  });
  expect(graph.asked).toHaveLength(2);
  const next = later.next();
  (await graph.held()).release();
  expect((await next).value).toEqual({
    incremental: [{ id: "0", data: { points: 10 } }],
    completed: [{ id: "0" }],
    hasNext: false,
  });
  expect(await later.next()).toEqual({ done: true, value: undefined });
});

test("each part is delivered when its own fetches are done", async () => {
  const graph = new GatedGraph({ holds: ["reports", "names"] });
  const query = "{ me { age ... @defer { name } ... @defer { points } } }";
  const { later } = await inParts(graph, query);
  const first = later.next();
  const held = [await graph.held(), await graph.held()];
  held.find(({ subgraph }) => subgraph === "reports")!.release();
  expect((await first).value).toMatchObject({ incremental: [{ data: { points: 10 } }], hasNext: true });
  const second = later.next();
  held.find(({ subgraph }) => subgraph === "names")!.release();
  expect((await second).value).toMatchObject({ incremental: [{ data: { name: "Ann" } }], hasNext: false });
});

test("no field is fetched twice, and a fetch of several parts is split between them", async () => {
  const { asked } = await ask("{ me { name ... @defer { name nick } friend { name } } total }");
  expect(asked.filter((one) => one.startsWith("users"))).toHaveLength(1);
  expect(asked.filter((one) => one.includes("nick")).join()).not.toMatch(/\bname\b/);
  expect(asked.filter((one) => one.startsWith("names"))).toHaveLength(2);
});

test("a deferred root field is fetched after the first part", async () => {
  const graph = new GatedGraph();
  const result = await inParts(graph, "{ me { age } ... @defer { rates } }");
  expect(graph.asked).toEqual([expect.stringMatching(/me/)]);
  expect(graph.asked.join()).not.toContain("rates");
  expect((await payloadsOf(result)).at(-1)).toMatchObject({ incremental: [{ data: { rates: [1, 2] } }] });
});

test("a field of the first part and of a deferred one is delivered once, in the first part", async () => {
  const { payloads } = await ask("{ me { name ... @defer { name age friend { id } } friend { age } } }");
  expect(payloads[0]!.data).toEqual({ me: { name: "Ann", friend: { age: 40 } } });
  expect(payloads[1]!.incremental).toEqual([
    { id: "0", data: { age: 40 } },
    { id: "0", subPath: ["friend"], data: { id: "2" } },
  ]);
});

test("a field of two deferred fragments is delivered once, with the first of them", async () => {
  const { payloads } = await ask(
    '{ me { id ... @defer(label: "a") { points } ... @defer(label: "b") { points name } } }',
  );
  const delivered = payloads.flatMap(({ incremental = [] }) => incremental.map(({ data }) => data));
  expect(delivered).toEqual([{ points: 10 }, { name: "Ann" }]);
  expect(payloads.flatMap(({ completed = [] }) => completed.map(({ id }) => id))).toEqual(["0", "1"]);
});

test("a nested deferred fragment is announced with its parent's data, and delivered after it", async () => {
  const graph = new GatedGraph({ holds: ["reports"] });
  const query = '{ me { age ... @defer(label: "outer") { points ... @defer(label: "inner") { name } } } }';
  const { initial, later } = await inParts(graph, query);
  expect(initial.pending).toEqual([{ id: "0", path: ["me"], label: "outer" }]);
  const next = later.next();
  (await graph.held()).release();
  const payloads = [(await next).value];
  for await (const payload of later) payloads.push(payload);
  expect(payloads[0]!.pending).toEqual([{ id: "1", path: ["me"], label: "inner" }]);
  expect(payloads.flatMap((payload) => payload!.incremental ?? [])).toEqual([
    { id: "0", data: { points: 10 } },
    { id: "1", data: { name: "Ann" } },
  ]);
});

test("a nested fragment is not announced when its fields come with the fragment around it", async () => {
  const query = '{ me { age ... @defer(label: "outer") { points ... @defer(label: "inner") { points } } } }';
  const { payloads } = await ask(query);
  expect(payloads.flatMap(({ pending = [] }) => pending.map(({ label }) => label))).toEqual(["outer"]);
  expect(payloads[1]).toEqual({
    incremental: [{ id: "0", data: { points: 10 } }],
    completed: [{ id: "0" }],
    hasNext: false,
  });
});

test("a null that a deferred fragment may not have fails that fragment at that object only", async () => {
  const reports = { 1: { points: null }, 2: { points: 20 } };
  const { payloads } = await ask("{ users { age ... @defer { points } } }", { data: { reports } });
  expect(payloads[0]!.data).toEqual({ users: [{ age: 40 }, { age: 40 }] });
  expect(payloads[1]).toMatchObject({
    incremental: [{ id: "1", data: { points: 20 } }],
    completed: [{ id: "0", errors: [{ path: ["users", 0, "points"] }] }, { id: "1" }],
  });
  expect(payloads[1]!.completed![1]).toEqual({ id: "1" });
});

test("an error of a deferred fetch stands in its part", async () => {
  const graph = new GatedGraph({ holds: ["reports"] });
  const result = await inParts(graph, "{ me { age ... @defer { report { rows } } } }");
  const payloads = payloadsOf(result);
  (await graph.held()).fail(new Error("down"));
  const [first, second] = await payloads;
  expect(first).not.toHaveProperty("errors");
  expect(second!.incremental).toEqual([
    {
      id: "0",
      data: { report: null },
      errors: [
        expect.objectContaining({
          path: ["me"],
          extensions: expect.objectContaining({ code: "SERVICE_UNAVAILABLE" }),
        }),
      ],
    },
  ]);
});

test("the error of each part is in that part only", async () => {
  const graph = new GatedGraph({ holds: ["names", "reports"] });
  const query = "{ me { age ... @defer { report { rows } } ... @defer { name } friend { id } } }";
  const payloads = payloadsOf(await graph.ask(query));
  (await graph.held()).fail(new Error("down"));
  (await graph.held()).fail(new Error("down"));
  const errors = (await payloads).flatMap(({ errors: own = [], incremental = [] }) => [
    own.length,
    ...incremental.map((part) => part.errors?.length),
  ]);
  expect(errors.filter((count) => count !== 0)).toEqual([1, 1]);
});

test("root fields of a mutation are never deferred, even in a document that was not validated", async () => {
  const graph = new GatedGraph();
  await graph.ask("mutation { ... @defer { later } rename { id } }");
  expect(graph.asked.map((one) => one.split(" ")[1])).toEqual(["mutation", "mutation"]);
});

test("a mutation runs once, and what is deferred in its result comes after all of its fields", async () => {
  const { payloads, asked } = await ask("mutation { rename { id ... @defer { age name points } } later }");
  expect(asked.filter((one) => one.startsWith("users"))).toEqual([
    expect.stringMatching(/^users mutation .*rename.*age/),
    expect.stringMatching(/^users mutation .*later/),
  ]);
  expect(payloads[0]!.data).toEqual({ rename: { id: "1" }, later: 3 });
  expect(payloads[1]!.incremental).toEqual([{ id: "0", data: { age: 40, name: "Ann", points: 10 } }]);
});

test.each([
  ["false", { variables: {} }],
  ["$no", { variables: { no: false } }],
])("with `if: %s` the result is a plain one", async (condition, options) => {
  const query = `query ($no: Boolean! = false) { me { id @include(if: true) ... @defer(if: ${condition}) { name } ... @include(if: $no) { age } } }`;
  const { payloads } = await ask(query, options);
  expect(payloads).toEqual([{ data: { me: { id: "1", name: "Ann" } } }]);
});

test("a variable decides per request, and is true where it is left to its default", async () => {
  const query = "query ($in: Boolean = true) { me { id ... @defer(if: $in) { name } } }";
  for (const [variables, count] of [
    [{}, 2],
    [{ in: true }, 2],
    [{ in: false }, 1],
    [{ in: null }, 1],
  ] as const)
    expect((await ask(query, { variables })).payloads).toHaveLength(count);
});

test("a result has no parts where the objects of all deferred fragments are null", async () => {
  const { payloads } = await ask("{ me { ... @defer { name } } }", { data: { users: { me: null } } });
  expect(payloads).toEqual([{ data: { me: null } }]);
});

test("introspection may be deferred", async () => {
  const { payloads } = await ask("{ me { id } ... @defer { __schema { queryType { name } } __typename } }");
  const data = { __schema: { queryType: { name: "Query" } }, __typename: "Query" };
  expect(payloads[1]!.incremental).toEqual([{ id: "0", data }]);
});

test("the published schema has @defer", async () => {
  const { printedSchema } = await new GatedGraph().open();
  expect(
    printedSchema()
      .replaceAll(/"""[^"]*"""\s*/g, "")
      .replaceAll(/\s+/g, " "),
  ).toContain("directive @defer( if: Boolean! = true label: String ) on FRAGMENT_SPREAD | INLINE_FRAGMENT");
});

test("a thousand failing parts cost errors plus parts", async () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => String(index));
  const data = {
    users: { users: ids.map((id) => ({ __typename: "User", id, age: 1 })) },
    reports: Object.fromEntries(ids.map((id) => [id, { points: null }])),
  };
  const { payloads } = await ask("{ users { age ... @defer { points } } }", { data });
  expect(payloads[1]!.completed).toHaveLength(1_000);
  expect(payloads[1]!.completed!.at(-1)!.errors).toEqual([
    expect.objectContaining({ path: ["users", 999, "points"] }),
  ]);
});

test("without incremental delivery the same document is answered as a whole", async () => {
  const graph = new GatedGraph();
  const result = await graph.ask("{ me { id } }");
  expect(result).toEqual({ data: { me: { id: "1" } } });
  const executor = await createCompiledExecutor(
    supergraphSdl,
    new Map([["users", async () => ({ data: { me: { id: "1", age: 1 } } })]]),
  );
  const document = parse(
    "query ($x: Boolean!) { me { ...F @defer(if: $x) ... @defer(if: true) { age } } } fragment F on User { id }",
  );
  const whole = await executor.execute({ document, variables: { x: true }, call: toyCall() });
  expect(whole).toEqual({ data: { me: { id: "1", age: 1 } } });
});

test("nothing further starts after the client has disconnected", async () => {
  const client = new AbortController();
  const graph = new GatedGraph();
  const { later } = await inParts(graph, "{ me { age ... @defer { name } } }", { signal: client.signal });
  client.abort();
  await later.return(undefined);
  expect(graph.asked).toHaveLength(1);
});

test("parts that are due after the deadline carry the error, and the response ends", async () => {
  const graph = new GatedGraph({ holds: ["users"] });
  const asked = graph.ask("{ me { age ... @defer { points } ... @defer { name } } }", { deadlineMs: 0 });
  (await graph.held()).release();
  const [first, second] = await payloadsOf(await asked);
  expect(first!.data).toEqual({ me: { age: 40 } });
  expect(second!.completed![0]).toMatchObject({ errors: [{ extensions: { code: "SERVICE_UNAVAILABLE" } }] });
  expect(graph.asked).toHaveLength(1);
  expect(graph.call.lines.filter(({ reason }) => reason === "deadline exceeded")).toHaveLength(1);
});
