import { parse, print } from "graphql";
import { expect, test } from "vitest";
import { createCompiledExecutor } from "../../../router/execution/executor.ts";
import { composeSupergraph } from "../../../router/schema/compose.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { federation2 } from "../../federation/suite/suite.types.ts";
import { toyCall } from "../../federation/toy-graph.ts";

const supergraphSdl = composeSupergraph([
  {
    name: "users",
    url: "http://127.0.0.1:1/users",
    sdl: `${federation2}
      type Query { user: User }
      type Mutation { first: Int second: Int third: Int }
      type User @key(fields: "id") { id: ID! }`,
  },
  {
    name: "names",
    url: "http://127.0.0.1:1/names",
    sdl: `${federation2} type User @key(fields: "id") { id: ID! name: String }`,
  },
]);

/** Runs a document; `during` is called in the first fetch. Returns the fetches that were started, and the log. */
async function run(
  text: string,
  during: () => void | Promise<void>,
  options: { deadlineMs?: number; signal?: AbortSignal } = {},
) {
  const asked: string[] = [];
  const answering =
    (name: string, data: Record<string, unknown>): SubgraphExecutor =>
    async ({ document }) => {
      asked.push(name);
      if (asked.length === 1) await during();
      const query = print(document);
      return { data: Object.fromEntries(Object.entries(data).filter(([key]) => query.includes(key))) };
    };
  const subgraphs = new Map([
    ["users", answering("users", { user: { __typename: "User", id: "1" }, first: 1, second: 2, third: 3 })],
    ["names", answering("names", { _entities: [{ name: "Ann" }] })],
  ]);
  const executor = await createCompiledExecutor(supergraphSdl, subgraphs, new Map(), options);
  const call = { ...toyCall(), ...(options.signal && { signal: options.signal }) };
  const result = await executor.execute({ document: parse(text), variables: {}, call });
  return { asked, result, lines: (call as { lines?: Record<string, unknown>[] }).lines ?? [] };
}

test("no further fetch starts after the client has disconnected", async () => {
  const client = new AbortController();
  const { asked, result, lines } = await run("{ user { name } }", () => client.abort(), {
    signal: client.signal,
  });
  expect(asked).toEqual(["users"]);
  expect(result.errors?.map(({ extensions }) => extensions["code"])).toEqual(["SERVICE_UNAVAILABLE"]);
  expect(lines).toContainEqual(expect.objectContaining({ reason: "client disconnected", subgraph: "names" }));
});

test("the rest of a mutation is not run after the client has disconnected, and the log says so once", async () => {
  const client = new AbortController();
  const { asked, result, lines } = await run("mutation { first second third }", () => client.abort(), {
    signal: client.signal,
  });
  expect(asked).toEqual(["users"]);
  expect(result.data).toEqual({ first: 1, second: null, third: null });
  expect(result.errors?.map(({ path }) => path)).toEqual([["second"], ["third"]]);
  expect(lines.filter(({ reason }) => reason === "client disconnected")).toHaveLength(1);
});

test("no further fetch starts after the deadline", async () => {
  const wait = () => new Promise<void>((done) => void setTimeout(done, 30));
  const { asked, lines } = await run("{ user { name } }", wait, { deadlineMs: 10 });
  expect(asked).toEqual(["users"]);
  expect(lines).toContainEqual(expect.objectContaining({ reason: "deadline exceeded" }));
});

test("an operation whose client waits is run to its end", async () => {
  const { asked, result } = await run("mutation { first second third }", () => undefined, {
    signal: new AbortController().signal,
  });
  expect(asked).toHaveLength(3);
  expect(result).toEqual({ data: { first: 1, second: 2, third: 3 } });
});
