import { createClient } from "graphql-ws";
import { once } from "node:events";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { openStream } from "../../../router/graphql/open-stream.ts";
import type { GraphExecutor } from "../../../router/execution/graph-executor.ts";
import { DomainError } from "../../../src/errors.ts";
import { isStream, mapStream, WakeUps } from "../../../src/concurrency/stream.ts";
import { toyCall } from "../../federation/toy-graph.ts";
import { createPerson, grantCredits, type Person } from "../../gateway/support/people.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { central, credentials, openEvents, watchBalance, watchers, watchMore } from "./watching.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const watch = { query: watchBalance, variables: central };

/** A stream that has sent its first balance, with a principal that was known before. */
async function watching(person: Person) {
  const events = await openEvents(app.url, watch, credentials(person));
  await events.result();
  return events;
}

test("a suspended person's stream ends before the next event", async () => {
  const person = await createPerson(app);
  const events = await watching(person);
  await app.database.query("UPDATE hub.users SET suspended_at = now() WHERE id = $1", [person.ownerId]);
  await grantCredits(app, person.ownerId, 5);
  const last = await events.result();
  expect([last.data, last.errors?.[0]?.extensions.code]).toEqual([undefined, "UNAUTHORIZED"]);
  expect(await events.next()).toMatchObject({ event: "complete" });
  await until("the source is released", () => watchers(app) === 0);
});

test("a person whose rights have changed must subscribe again", async () => {
  const person = await createPerson(app);
  const events = await watching(person);
  await app.database.query("INSERT INTO hub.user_roles (user_id, role) VALUES ($1, 'admin')", [
    person.ownerId,
  ]);
  await grantCredits(app, person.ownerId, 5);
  expect((await events.result()).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
});

test("a stream does not outlive its token", async () => {
  const person = await createPerson(app);
  // A minute's clock skew is allowed, so this one is good for three more seconds.
  const token = await app.tokenFor({ sub: person.ownerId, expiresInSeconds: -57 });
  const headers = { authorization: `Bearer ${token}` };
  const events = await watching({ ...person, headers });
  await until("the token is past its time", async () => {
    return (await app.graphql("{ __typename }", {}, headers)).status === 401;
  });
  await grantCredits(app, person.ownerId, 5);
  expect((await events.result()).errors?.[0]?.extensions.code).toBe("TOKEN_EXPIRED");
});

test("the library executor streams, too", async () => {
  const own = await createTestApp({ EXECUTOR: "library" });
  onTestFinished(() => own.close());
  const person = await createPerson(own, 5);
  const events = await openEvents(own.url, { query: watchMore, variables: central }, credentials(person));
  const owner = { id: person.ownerId, recentInvoices: [], savedProperties: [] };
  expect(await events.result()).toEqual({ data: { changed: { balance: 5, owner } } });
  await grantCredits(own, person.ownerId, 5);
  expect(await events.result()).toEqual({ data: { changed: { balance: 10, owner } } });
});

test("a change during a lost database connection is sent once the connection is back", async () => {
  const person = await createPerson(app);
  const events = await watching(person);
  await app.database.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listener' AND datname = current_database()",
  );
  await grantCredits(app, person.ownerId, 5);
  const sql = "SELECT count(*)::int AS n FROM hub.outbox_events WHERE owner_id = $1 AND published_at IS NULL";
  await until("it was announced", async () => {
    const [row] = await app.database.query<{ n: number }>(sql, [person.ownerId]);
    return row!.n === 0;
  });
  expect(await events.result()).toEqual({ data: { creditBalanceChanged: { balance: 5 } } });
});

test("the principal of an idle stream is verified again periodically", async () => {
  const call = toyCall();
  let isReleased = false;
  const executor = {
    subscribe: async () =>
      mapStream(new WakeUps({ isDue: false, onEnd: () => void (isReleased = true) }), () => ({ data: {} })),
  } as unknown as GraphExecutor;
  let isGood = true;
  const renew = async () => {
    if (!isGood) throw new DomainError("UNAUTHORIZED", "The credential is not valid.");
    return call;
  };
  const request = { document: null as never, variables: {}, call };
  const stream = await openStream(executor, request, { renew, recheckMs: 5 });
  if (!isStream(stream)) throw new Error("no stream");
  const results = stream[Symbol.asyncIterator]();
  const first = results.next();
  isGood = false;
  expect((await first).value).toMatchObject({ errors: [{ extensions: { code: "UNAUTHORIZED" } }] });
  expect((await results.next()).done).toBe(true);
  expect(isReleased).toBe(true);
});

test("a closing server ends streams without `complete`, closes sockets with 1001, and does not wait", async () => {
  const own = await createTestApp();
  const person = await createPerson(own, 1);
  const events = await openEvents(own.url, watch, credentials(person));
  await events.result();
  const url = `${own.url.replace("http", "ws")}/graphql`;
  const client = createClient({
    url,
    webSocketImpl: WebSocket,
    connectionParams: credentials(person),
    retryAttempts: 0,
  });
  onTestFinished(() => client.dispose());
  const closed = new Promise<{ code: number }>((resolve) =>
    client.on("closed", (event) => resolve(event as { code: number })),
  );
  const results = client.iterate(watch);
  await results.next();
  const deaf = new WebSocket(url, "graphql-transport-ws");
  await once(deaf, "open");
  onTestFinished(() => deaf.terminate());
  (deaf as unknown as { _socket: { pause(): void } })._socket.pause();
  void results.next().catch(() => undefined);
  const startedAt = performance.now();
  await own.close();
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  expect((await closed).code).toBe(1001);
  expect(await events.next()).toBeNull();
});
