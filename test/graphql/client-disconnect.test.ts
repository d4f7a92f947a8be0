import Fastify, { type FastifyInstance } from "fastify";
import { buildSchema } from "graphql";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { CallContext, RequestContext } from "../../src/context.ts";
import { mountSubgraphDoor } from "../../src/graphql/subgraph-door.ts";
import { person, toyCall } from "../federation/toy-graph.ts";
import { until } from "../support/poll.ts";
import { silentLog } from "../support/silent-log.ts";

/** The calls that the subgraph has been given. */
let calls: CallContext[];
let server: FastifyInstance;
let answerNow: () => void;

beforeEach(async () => {
  calls = [];
  const answered = new Promise<void>((resolve) => (answerNow = resolve));
  const schema = buildSchema("type Query { leaf: String }");
  schema.getQueryType()!.getFields()["leaf"]!.resolve = () => answered.then(() => "green");
  server = Fastify({ forceCloseConnections: true });
  onTestFinished(() => server.close());
  await mountSubgraphDoor(server, {
    schema,
    execute: () => {
      throw new Error("not used");
    },
    contextFor: (call) => {
      calls.push(call);
      return { ...call } as RequestContext;
    },
    log: silentLog,
    callOf: () => toyCall(person),
    readBatch: () => [1, 2].map(() => ({ body: { query: "{ leaf }" }, call: toyCall(person) })),
  });
  await server.listen({ port: 0, host: "127.0.0.1" });
});

function post(path: string, signal: AbortSignal): Promise<Response> {
  const { port } = server.server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "{ leaf }" }),
    signal,
  });
}

test.each([
  ["/graphql", 1],
  ["/graphql/batch", 2],
])("who hangs up at %s ends the calls that are under way there", async (path, count) => {
  const leaving = new AbortController();
  const asking = post(path, leaving.signal);
  await until("it is being answered", () => calls.length === count);
  expect(calls.map(({ signal }) => signal!.aborted)).toEqual(calls.map(() => false));
  leaving.abort();
  await expect(asking).rejects.toThrow();
  await until("its calls are ended", () => calls.every(({ signal }) => signal!.aborted));
});

test.each(["/graphql", "/graphql/batch"])(
  "a call at %s that is answered has ended by itself",
  async (path) => {
    const asking = post(path, new AbortController().signal);
    await until("it is being answered", () => calls.length > 0);
    answerNow();
    expect(await (await asking).text()).toContain("green");
    await server.close();
    expect(calls.every(({ signal }) => !signal!.aborted)).toBe(true);
  },
);
