import { createClient } from "graphql-ws";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { noLimits } from "../../../router/limits/limits.ts";
import { until } from "../../support/poll.ts";
import { openDoor, readParts } from "./gated-door.ts";

const query = '{ me { age ... @defer(label: "slow") { name } } }';
const draft = "multipart/mixed;incrementalSpec=v0.2, application/json";
const of2022 = "multipart/mixed;deferSpec=20220824, application/json";
const boundary = 'multipart/mixed; boundary="-"';

test.each([
  ["multipart/mixed;incrementalSpec=v0.2", `${boundary}; incrementalSpec=v0.2`],
  ['multipart/mixed; incrementalSpec="v0.2"', `${boundary}; incrementalSpec=v0.2`],
  ["multipart/mixed;deferSpec=20220824", `${boundary}; deferSpec=20220824`],
  ["multipart/mixed", boundary],
  ["text/event-stream, multipart/mixed", "text/event-stream; charset=utf-8"],
  [
    "multipart/mixed;deferSpec=19990101, multipart/mixed;deferSpec=20220824",
    `${boundary}; deferSpec=20220824`,
  ],
  ["multipart/mixed;q=0", "application/json; charset=utf-8"],
  ["multipart/mixed;subscriptionSpec=1.0", "application/json; charset=utf-8"],
  ["multipart/mixed;deferSpec=19990101", "application/json; charset=utf-8"],
  ["application/json", "application/json; charset=utf-8"],
])("a client that accepts %s is answered with %s", async (accept, type) => {
  const { post } = await openDoor();
  const response = await post(query, `${accept}, application/json`);
  expect(response.headers.get("content-type")).toBe(type);
  const text = await response.text();
  expect(text).toContain('"name":"Ann"');
  if (type.startsWith("application/json")) expect(text).toBe('{"data":{"me":{"age":40,"name":"Ann"}}}');
});

test("parts are not to be stored, transformed or buffered on their way", async () => {
  const { post } = await openDoor();
  const { status, headers } = await post(query, draft);
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store, no-transform");
  expect(headers.get("x-accel-buffering")).toBe("no");
});

test("the draft's format announces parts, and the format of 2022 sends patches with path and label", async () => {
  const { post } = await openDoor();
  const asDraft = readParts(await post(query, draft));
  expect(await asDraft.next()).toEqual({
    data: { me: { age: 40 } },
    pending: [{ id: "0", path: ["me"], label: "slow" }],
    hasNext: true,
  });
  expect(await asDraft.next()).toEqual({
    incremental: [{ id: "0", data: { name: "Ann" } }],
    completed: [{ id: "0" }],
    hasNext: false,
  });
  expect(await asDraft.next()).toBeNull();
  const asPatches = readParts(await post(query, of2022));
  expect(await asPatches.next()).toEqual({ data: { me: { age: 40 } }, hasNext: true });
  expect(await asPatches.next()).toEqual({
    incremental: [{ data: { name: "Ann" }, path: ["me"], label: "slow" }],
    hasNext: false,
  });
  expect(await asPatches.next()).toBeNull();
});

test("a part that fails is null in the format of 2022, with its errors", async () => {
  const { post } = await openDoor({ data: { names: { 1: { nick: null } } } });
  const parts = readParts(await post("{ me { age ... @defer { nick } } }", of2022));
  await parts.next();
  expect(await parts.next()).toMatchObject({
    incremental: [{ data: null, path: ["me"], errors: [{ path: ["me", "nick"] }] }],
    hasNext: false,
  });
});

test("the first part arrives while a deferred fetch is held", async () => {
  const { post, graph } = await openDoor({ holds: ["names"] });
  const parts = readParts(await post(query, draft));
  expect(await parts.next()).toMatchObject({ data: { me: { age: 40 } } });
  const held = await graph.held();
  held.release();
  expect(await parts.next()).toMatchObject({ incremental: [{ data: { name: "Ann" } }] });
});

test("nothing further is fetched after the client has hung up", async () => {
  const { post, graph, calls } = await openDoor({ holds: ["names"] });
  const client = new AbortController();
  const chained = "{ me { age ... @defer { boss { points } } } }";
  const parts = readParts(await post(chained, draft, { signal: client.signal }));
  await parts.next();
  const held = await graph.held();
  client.abort();
  await until("the server knows", () => calls[0]!.signal.aborted);
  held.release();
  await until("the rest is cancelled", () =>
    calls[0]!.lines.some(
      ({ reason, subgraph }) => reason === "client disconnected" && subgraph === "reports",
    ),
  );
  expect(graph.asked.map((one) => one.split(" ")[0])).toEqual(["users", "names"]);
});

test("a server that closes sends the parts that are due first", async () => {
  const { post, graph, server } = await openDoor({ holds: ["names"] });
  const parts = readParts(await post(query, draft, { headers: { connection: "close" } }));
  await parts.next();
  const held = await graph.held();
  const closed = server.close();
  held.release();
  expect(await parts.next()).toMatchObject({ hasNext: false });
  expect(await parts.next()).toBeNull();
  await closed;
});

test("an operation is counted once, whatever its parts", async () => {
  const counted: number[] = [];
  const limits = {
    ...noLimits,
    count: (_call: unknown, uses: readonly unknown[]) => void counted.push(uses.length),
  };
  const { post } = await openDoor({ limits });
  await (await post("{ me { age } ... @defer { total users { age } } }", draft)).text();
  expect(counted).toEqual([3]);
});

test("a refused document is answered as a whole, with its status", async () => {
  const { post } = await openDoor();
  const refused = await post(
    "{ me { none ... @defer { name } } }",
    `multipart/mixed, application/graphql-response+json`,
  );
  expect(refused.status).toBe(400);
  expect(refused.headers.get("content-type")).toContain("application/graphql-response+json");
});

test("a query may be sent with GET, and as a stream of events alone", async () => {
  const { url } = await openDoor();
  const headers = { accept: "text/event-stream" };
  const response = await fetch(`${url}/graphql?query=${encodeURIComponent(query)}`, { headers });
  const text = await response.text();
  expect(text.split("\n\n").filter((block) => block.startsWith("event: next"))).toHaveLength(2);
  expect(text).toMatch(/event: complete\ndata: \n\n$/);
});

test("a request for the plan, and one over a WebSocket, is answered as a whole", async () => {
  const { post, url } = await openDoor();
  const planned = await post(query, draft, { headers: { "x-query-plan": "only" } });
  expect(planned.headers.get("content-type")).toContain("application/json");
  const client = createClient({ url: `${url.replace("http", "ws")}/graphql`, webSocketImpl: WebSocket });
  const results = [];
  for await (const result of client.iterate({ query })) results.push(result);
  await client.dispose();
  expect(results).toEqual([{ data: { me: { age: 40, name: "Ann" } } }]);
});

test.each([
  [
    "a label that is a variable",
    "query ($l: String) { me { ... @defer(label: $l) { age } } }",
    /label of @defer must be a string/,
  ],
  [
    "a label twice",
    '{ me { ... @defer(label: "a") { age } ... @defer(label: "a") { id } } }',
    /must be unique/,
  ],
  ["a root field of a mutation", "mutation { ... @defer { later } }", /root fields of a mutation/],
  [
    "the same in a fragment",
    "mutation { ...F } fragment F on Mutation { ... @defer { later } }",
    /root fields of a mutation/,
  ],
  ["@stream", "{ users @stream(initialCount: 1) { age } }", /Unknown directive "@stream".*@defer/],
  ["a field", "{ me @defer { age } }", /may not be used on FIELD/],
  ["the operation", "query @defer { me { age } }", /may not be used on QUERY/],
])("%s is refused", async (_what, refused, message) => {
  const { post } = await openDoor();
  const { errors } = (await (await post(refused, draft)).json()) as { errors: { message: string }[] };
  expect(errors.map((error) => error.message).join()).toMatch(message);
});

test("more than ten deferred fragments are refused, counted through fragments", async () => {
  const { post } = await openDoor();
  const deferred = "... @defer { age } ".repeat(4);
  const document = `{ me { ...F friend { ...F friend { ...F } } } } fragment F on User { ${deferred} }`;
  const { errors } = (await (await post(document, draft)).json()) as {
    errors: { message: string; extensions: { code: string; details: unknown } }[];
  };
  expect(errors[0]!.extensions).toMatchObject({
    code: "QUERY_TOO_COMPLEX",
    details: { defers: { limit: 10, actual: 12 } },
  });
});
