import { createClient, type Client } from "graphql-ws";
import { once } from "node:events";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { connectionLimits } from "../../../router/graphql/websocket-door.ts";
import { createPerson, type Person } from "../../gateway/support/people.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { central, consume, credentials, watchBalance, watchers, watchMore } from "./watching.ts";

const allowedOrigin = "https://dashboard.example";

let app: TestApp;
let url: string;
beforeAll(async () => {
  app = await createTestApp();
  const sql = "UPDATE hub.apps SET allowed_origins = $1 WHERE app_id = 'central'";
  await app.database.query(sql, [[allowedOrigin]]);
  url = `${app.url.replace("http", "ws")}/graphql`;
});
afterAll(() => app?.close());

const watch = { query: watchBalance, variables: central };

/** The real client, with credentials in `connection_init`. */
function connect(connectionParams: Record<string, unknown> = {}): Client {
  const client = createClient({ url, webSocketImpl: WebSocket, connectionParams, retryAttempts: 0 });
  onTestFinished(() => client.dispose());
  return client;
}

function connectAs(person: Person): Client {
  return connect(credentials(person));
}

/** A connection of the bare protocol. */
async function openSocket(headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(url, "graphql-transport-ws", { headers });
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  return socket;
}

async function heard(socket: WebSocket): Promise<Record<string, unknown>> {
  const [data] = (await once(socket, "message")) as [Buffer];
  return JSON.parse(String(data)) as Record<string, unknown>;
}

async function initialised(headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = await openSocket(headers);
  socket.send(JSON.stringify({ type: "connection_init" }));
  expect(await heard(socket)).toEqual({ type: "connection_ack" });
  return socket;
}

test("a WebSocket subscription sends the balance immediately and after each change", async () => {
  const person = await createPerson(app, 10);
  const results = connectAs(person).iterate(watch);
  expect((await results.next()).value).toEqual({ data: { creditBalanceChanged: { balance: 10 } } });
  await consume(app, person, 4);
  expect((await results.next()).value).toEqual({ data: { creditBalanceChanged: { balance: 6 } } });
});

test("an event brings fields of other subgraphs", async () => {
  const person = await createPerson(app, 10);
  const results = connectAs(person).iterate({ query: watchMore, variables: central });
  const owner = { id: person.ownerId, recentInvoices: [], savedProperties: [] };
  expect((await results.next()).value).toEqual({ data: { changed: { balance: 10, owner } } });
});

test("queries and mutations work too, and a write may have a key", async () => {
  const person = await createPerson(app, 10);
  const client = connectAs(person);
  const ask = async (query: string, extensions?: Record<string, unknown>) =>
    (await client.iterate({ query, ...(extensions && { extensions }) }).next()).value;
  expect(await ask('{ creditBalance(appId: "central") { balance } }')).toEqual({
    data: { creditBalance: { balance: 10 } },
  });
  const spend =
    'mutation { consumeCredits(input: { appId: "central", amount: 3, description: "x" }) { balance } }';
  const keyed = { idempotencyKey: "once" };
  expect(await ask(spend, keyed)).toEqual({ data: { consumeCredits: { balance: 7 } } });
  expect(await ask(spend, keyed)).toEqual({ data: { consumeCredits: { balance: 7 } } });
  expect(await ask(spend)).toEqual({ data: { consumeCredits: { balance: 4 } } });
});

test("credentials may come with the upgrade", async () => {
  const person = await createPerson(app, 5);
  const socket = await initialised(credentials(person));
  socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: watch }));
  expect(await heard(socket)).toEqual({
    id: "1",
    type: "next",
    payload: { data: { creditBalanceChanged: { balance: 5 } } },
  });
});

test.each([
  ["a bad token", { authorization: "Bearer nonsense" }, 4401],
  ["a revoked key", "revoked", 4401],
  ["an unknown app", { "x-app-id": "no such app!" }, 4400],
  ["a credential that is no text", { Authorization: 7 }, 4400],
])("%s is refused at connection_init with a code of its own", async (_what, params, code) => {
  const payload = typeof params === "string" ? app.withKey(params) : params;
  const socket = await openSocket();
  socket.send(JSON.stringify({ type: "connection_init", payload }));
  expect((await once(socket, "close"))[0]).toBe(code);
});

test("two credentials are one too many", async () => {
  const socket = await openSocket(credentials(await createPerson(app)));
  socket.send(JSON.stringify({ type: "connection_init", payload: app.withKey("full") }));
  expect((await once(socket, "close"))[0]).toBe(4400);
});

test("an anonymous client may connect, but is refused before a source is opened", async () => {
  const before = watchers(app);
  const { value } = await connect().iterate(watch).next();
  expect(value.errors[0].extensions.code).toBe("MISSING_TOKEN");
  expect(watchers(app)).toBe(before);
});

test.each([
  ["a bad document", { query: "subscription { none }" }, "GRAPHQL_VALIDATION_FAILED"],
  ["a missing variable", { query: watchBalance }, "VALIDATION_ERROR"],
  [
    "too deep a document",
    { query: `{ me ${"{ creditBalances { owner ".repeat(5)} { id } ${"} }".repeat(5)} }` },
    "QUERY_TOO_COMPLEX",
  ],
])("%s ends that operation with an error, and no other", async (_what, payload, code) => {
  const socket = await initialised(credentials(await createPerson(app)));
  socket.send(JSON.stringify({ id: "1", type: "subscribe", payload }));
  const message = (await heard(socket)) as { type: string; payload: { extensions: { code: string } }[] };
  expect([message.type, message.payload[0]?.extensions.code]).toEqual(["error", code]);
  socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: { query: "{ __typename }" } }));
  expect(await heard(socket)).toMatchObject({ type: "next", payload: { data: { __typename: "Query" } } });
});

test("one operation more than may be under way is refused, and the others go on", async () => {
  const person = await createPerson(app, 5);
  const socket = await initialised(credentials(person));
  const messages: { id: string; type: string; payload: unknown }[] = [];
  socket.on("message", (data) => messages.push(JSON.parse(String(data)) as (typeof messages)[number]));
  for (let index = 0; index <= connectionLimits.operations; index += 1) {
    socket.send(JSON.stringify({ id: String(index), type: "subscribe", payload: watch }));
  }
  await until("all are answered", () => messages.length === connectionLimits.operations + 1);
  const errors = messages.filter(({ type }) => type === "error");
  expect(errors).toMatchObject([
    { id: String(connectionLimits.operations), payload: [{ extensions: { code: "RATE_LIMIT_EXCEEDED" } }] },
  ]);
  await consume(app, person, 1);
  await until("all the others are told", () => messages.length === 2 * connectionLimits.operations + 1);
});

test("completing an operation, or leaving, releases the source", async () => {
  const person = await createPerson(app, 5);
  await until("nobody watches yet", () => watchers(app) === 0);
  const socket = await initialised(credentials(person));
  for (const id of ["1", "2"]) {
    socket.send(JSON.stringify({ id, type: "subscribe", payload: watch }));
    await heard(socket);
  }
  expect(watchers(app)).toBe(2);
  socket.send(JSON.stringify({ id: "1", type: "complete" }));
  await until("one source is released", () => watchers(app) === 1);
  socket.terminate();
  await until("the other one, too", () => watchers(app) === 0);
});

test("a client that does not read is disconnected before its responses accumulate", async () => {
  const socket = await initialised();
  const closed = once(socket, "close");
  (socket as unknown as { _socket: { pause(): void } })._socket.pause();
  const ping = JSON.stringify({ type: "ping", payload: { text: "x".repeat(200_000) } });
  for (let index = 0; index < 400 && socket.readyState === WebSocket.OPEN; index += 1) {
    await new Promise((resolve) => socket.send(ping, resolve));
  }
  const startedAt = performance.now();
  await closed;
  // Sooner than the pings, which get no answer either, would detect it.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test.each([
  ["a page of another origin", { origin: "https://evil.example" }, 403],
  ["an opaque origin", { origin: "null" }, 403],
])("%s may not connect", async (_what, headers, status) => {
  const socket = new WebSocket(url, "graphql-transport-ws", { headers });
  const [, response] = (await once(socket, "unexpected-response")) as [unknown, { statusCode: number }];
  expect(response.statusCode).toBe(status);
});

test.each([
  ["a page of our own", () => app.url],
  ["a page of an app's allowed origin", () => allowedOrigin],
])("%s may connect", async (_what, origin) => {
  await initialised({ origin: origin() });
});

test("a connection without the protocol is refused", async () => {
  const socket = new WebSocket(url);
  expect((await once(socket, "close"))[0]).toBe(4406);
});

test("an invalid message closes the connection", async () => {
  const socket = await initialised();
  socket.send(
    '{"id":"1","type":"subscribe","payload":{"query":"{ __typename }","variables":{"__proto__":{}}}}',
  );
  expect((await once(socket, "close"))[0]).toBe(4400);
});
