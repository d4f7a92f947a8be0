import type { EntityManager } from "@mikro-orm/postgresql";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import {
  emitEvent,
  emitEvents,
  inTurn,
  purgeOutbox,
  relayOutbox,
  type EventHandler,
  type EventsHandler,
  type OutboxEvent,
} from "../../src/db/outbox.ts";
import { startOutboxRelay } from "../../src/db/outbox-relay.ts";
import { executeSql } from "../../src/db/sql.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { until } from "../support/poll.ts";
import { silentLog } from "../support/silent-log.ts";
import { openNotes } from "./notes-database.ts";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openNotes(server.url);
});
afterAll(async () => {
  await database.close();
  await server.drop();
});
beforeEach(() => server.query("TRUNCATE notes.outbox_events, notes.notes RESTART IDENTITY"));

const contextOf = (ownerId: string) => ({ em: database.fork(), principal: { ownerId } });
const emit = (objectId: string, payload: unknown = {}) =>
  inTransaction(contextOf("ann"), (em) =>
    emitEvent(em, { type: "note.added", objectId, appId: "central", ownerId: "ann", payload }),
  );
const relay = (handler: EventHandler, batchSize = 100) =>
  relayOutbox(database.fork(), inTurn(handler), { log: silentLog, batchSize });

test("a published event has what was emitted", async () => {
  const id = await emit("n1", { object: { id: "n1", tags: ["a"] }, previous: null });
  const seen: OutboxEvent[] = [];
  expect(await relay(async (event) => void seen.push(event))).toBe(1);
  expect(seen).toEqual([
    {
      id,
      type: "note.added",
      objectId: "n1",
      appId: "central",
      ownerId: "ann",
      payload: { object: { id: "n1", tags: ["a"] }, previous: null },
      sequence: 1,
      createdAt: expect.any(Date),
      trace: null,
      actor: null,
    },
  ]);
  expect(Math.abs(Number(seen[0]?.createdAt) - Date.now())).toBeLessThan(60_000);
  expect(await relay(async () => expect.unreachable())).toBe(0);
});

test("many events of one tick keep their order and what they say, as few do", async () => {
  const payload = (n: number) => ({
    n,
    text: 'é "q" \\ \n',
    list: [1.5, null, true],
    more: { deep: "{}" },
  });
  for (const count of [3, 40]) {
    const ids = await inTransaction(contextOf("ann"), (em) =>
      emitEvents(
        em,
        Array.from({ length: count }, (_, n) => ({
          type: "note.added",
          objectId: `many${n % 2}`,
          appId: n % 3 === 0 ? null : "central",
          ownerId: "ann",
          payload: payload(n),
          actor: n % 2 === 0 ? null : { type: "user" as const, id: "ann" },
        })),
      ),
    );
    const seen: OutboxEvent[] = [];
    expect(await relay(async (event) => void seen.push(event))).toBe(count);
    expect(seen.map(({ id }) => id)).toEqual(ids);
    expect(seen.map((event) => event.payload)).toEqual(ids.map((_id, n) => payload(n)));
    expect(seen.map(({ appId }) => appId)).toEqual(ids.map((_id, n) => (n % 3 === 0 ? null : "central")));
    expect(seen.map(({ actor }) => actor?.id ?? null)).toEqual(
      ids.map((_id, n) => (n % 2 === 0 ? null : "ann")),
    );
  }
});

test("an event of a transaction that rolls back does not exist", async () => {
  const failing = inTransaction(contextOf("ann"), async (em) => {
    await emitEvent(em, { type: "note.added", objectId: "n1", appId: null, ownerId: "ann", payload: {} });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await relay(async () => expect.unreachable())).toBe(0);
});

test("emitting outside of a transaction is refused", async () => {
  const event = { type: "note.added", objectId: "n1", appId: null, ownerId: null, payload: {} };
  await expect(emitEvent(database.fork(), event)).rejects.toThrow(/inside a transaction/);
});

test("several relays at once publish each event once, those of an object in order", async () => {
  for (let index = 0; index < 60; index++) await emit(`n${index % 4}`, { index });
  const seen: { objectId: string; index: number }[] = [];
  const handler: EventHandler = async (event, em) => {
    await executeSql(em, "SELECT pg_sleep(0.001)");
    seen.push({ objectId: event.objectId, index: (event.payload as { index: number }).index });
  };
  await until("all are published", async () => {
    await Promise.all([relay(handler, 3), relay(handler, 3), relay(handler, 3)]);
    return seen.length >= 60;
  });
  expect(seen).toHaveLength(60);
  for (const objectId of ["n0", "n1", "n2", "n3"]) {
    const order = seen.filter((event) => event.objectId === objectId).map((event) => event.index);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  }
});

test("a failing handler rolls back its own writes only, delays its object only, and is retried", async () => {
  await emit("bad");
  await emit("bad");
  await emit("good");
  let isBroken = true;
  const handler: EventHandler = async (event, em) => {
    await executeSql(em, "INSERT INTO notes (id, owner_id, body) VALUES ($1, 'ann', '')", [event.id]);
    if (isBroken && event.objectId === "bad") throw new Error("broken");
  };
  expect(await relay(handler)).toBe(1);
  expect(await server.query("SELECT count(*)::int AS n FROM notes.notes")).toEqual([{ n: 1 }]);
  isBroken = false;
  expect(await relay(handler)).toBe(2);
});

test("events are handed over together, and one by one when that fails", async () => {
  for (const objectId of ["n1", "n1", "n2", "bad", "n3"]) await emit(objectId);
  const calls: string[][] = [];
  const handler: EventsHandler = async (events, em) => {
    calls.push(events.map(({ objectId }) => objectId));
    for (const { id } of events)
      await executeSql(em, "INSERT INTO notes (id, owner_id, body) VALUES ($1, 'ann', '')", [id]);
    if (events.some(({ objectId }) => objectId === "bad")) throw new Error("broken");
  };
  expect(await relayOutbox(database.fork(), handler, { log: silentLog })).toBe(4);
  expect(calls).toEqual([["n1", "n1", "n2", "bad", "n3"], ["n1"], ["n1"], ["n2"], ["bad"], ["n3"]]);
  const written = await server.query<{ object_id: string }>(
    `SELECT e.object_id FROM notes.notes n JOIN notes.outbox_events e ON e.id = n.id
     WHERE e.published_at IS NOT NULL ORDER BY e.sequence`,
  );
  expect(written.map(({ object_id }) => object_id)).toEqual(["n1", "n1", "n2", "n3"]);
  expect(await server.query("SELECT count(*)::int AS n FROM notes.notes")).toEqual([{ n: 4 }]);
});

test("a failed event delays the later ones of its object, in the batch and in the run", async () => {
  for (const [objectId, index] of [
    ["a", 0],
    ["a", 1],
    ["b", 2],
    ["a", 3],
    ["b", 4],
  ] as const)
    await emit(objectId, { index });
  const seen: number[] = [];
  let isBroken = true;
  const handler: EventHandler = async ({ payload }) => {
    const { index } = payload as { index: number };
    if (isBroken && index === 1) throw new Error("broken");
    seen.push(index);
  };
  expect(await relay(handler)).toBe(3);
  // The batch was tried as a whole first.
  expect(seen).toEqual([0, 0, 2, 4]);
  isBroken = false;
  expect(await relay(handler)).toBe(2);
  expect(seen.slice(4)).toEqual([1, 3]);
});

test("a batch that ends within an object is continued by the next one", async () => {
  for (let index = 0; index < 10; index++) await emit(index % 5 === 0 ? "b" : "a", { index });
  const seen: { objectId: string; index: number }[] = [];
  await relay(async ({ objectId, payload }) => {
    seen.push({ objectId, index: (payload as { index: number }).index });
  }, 3);
  expect(seen.filter(({ objectId }) => objectId === "a").map(({ index }) => index)).toEqual([
    1, 2, 3, 4, 6, 7, 8, 9,
  ]);
  expect(seen.filter(({ objectId }) => objectId === "b").map(({ index }) => index)).toEqual([0, 5]);
});

test("a relay that dies with the batch publishes it again later", async () => {
  await emit("n1");
  const dying: EventHandler = async (_, em) => {
    const [own] = await executeSql<{ pid: number }>(em, "SELECT pg_backend_pid() AS pid");
    await server.query("SELECT pg_terminate_backend($1)", [own?.pid]);
  };
  await expect(relay(dying)).rejects.toThrow();
  const seen: string[] = [];
  await until("it is published", () => relay(async (event) => void seen.push(event.objectId)));
  expect(seen).toEqual(["n1"]);
});

test("the running relay publishes what is committed later and ends when stopped", async () => {
  const seen: string[] = [];
  const running = startOutboxRelay({
    fork: () => database.fork(),
    handler: inTurn(async (event: OutboxEvent, _em: EntityManager) => void seen.push(event.objectId)),
    log: silentLog,
    pollMs: 10,
  });
  await emit("n1");
  await until("it is published", () => seen.includes("n1"));
  await running.stop();
});

test("purging takes published events only", async () => {
  await emit("n1");
  await relay(async () => {});
  await emit("n2");
  expect(await purgeOutbox(database.fork(), new Date(Date.now() + 60_000))).toBe(1);
  expect(await server.query("SELECT object_id FROM notes.outbox_events")).toEqual([{ object_id: "n2" }]);
});

test("owners cannot read the outbox", async () => {
  await emit("n1");
  expect(
    await inTransaction(contextOf("ann"), (em) => executeSql(em, "SELECT id FROM outbox_events")),
  ).toEqual([]);
});
