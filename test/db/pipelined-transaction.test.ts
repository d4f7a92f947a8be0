import type { EntityManager } from "@mikro-orm/postgresql";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { emitEvent } from "../../src/db/outbox.ts";
import { inPipelinedTransaction, inPlainTransaction } from "../../src/db/pipelined-transaction.ts";
import { executeSql } from "../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../src/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { openNotes } from "./notes-database.ts";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openNotes(server.url, { poolSize: 3 });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});
beforeEach(async () => {
  await server.query("TRUNCATE notes.notes");
  await server.query(
    "INSERT INTO notes.notes (id, owner_id, body) VALUES ('a1', 'ann', 'hers'), ('b1', 'bob', 'his')",
  );
});

const contextOf = (ownerId: string | null) => ({ em: database.fork(), principal: { ownerId } });
const ids = async (em: EntityManager) =>
  (await executeSql<{ id: string }>(em, "SELECT id FROM notes ORDER BY id")).map(({ id }) => id);
const add = (em: EntityManager, id: string, owner: string) =>
  executeSql(em, "INSERT INTO notes (id, owner_id, body) VALUES ($1, $2, '')", [id, owner]);
const stored = async () =>
  (await server.query<{ id: string }>("SELECT id FROM notes.notes ORDER BY id")).map(({ id }) => id);

test.each([
  ["ann", ["a1"]],
  ["bob", ["b1"]],
  ["'; SET LOCAL app.system = 'on'; --", []],
  [null, []],
])("%s sees their own rows only", async (ownerId, expected) => {
  expect(await inPipelinedTransaction(contextOf(ownerId), ids)).toEqual(expected);
});

test("the owner does not stay with the connection", async () => {
  for (let round = 0; round < 10; round++) await inPipelinedTransaction(contextOf("ann"), ids);
  const rows = await Promise.all(Array.from({ length: 10 }, () => ids(database.fork())));
  expect(rows.flat()).toEqual([]);
});

test("the system sees and writes every owner's rows, and the setting does not stay on the connection", async () => {
  const seen = await inPipelinedTransaction(
    contextOf(null),
    async (em) => {
      await add(em, "b2", "bob");
      return Promise.all([ids(em), asSystem(em, ids)]);
    },
    { asSystem: true },
  );
  expect(seen).toEqual([
    ["a1", "b1", "b2"],
    ["a1", "b1", "b2"],
  ]);
  const rows = await Promise.all(Array.from({ length: 10 }, () => ids(database.fork())));
  expect(rows.flat()).toEqual([]);
});

test("statements that do not wait for each other run in the order of their calls", async () => {
  const seen = await inPipelinedTransaction(contextOf("ann"), (em) =>
    Promise.all([add(em, "a2", "ann"), ids(em), add(em, "a3", "ann"), ids(em)]),
  );
  expect([seen[1], seen[3]]).toEqual([
    ["a1", "a2"],
    ["a1", "a2", "a3"],
  ]);
});

test("commits all or nothing, whichever statement fails", async () => {
  const failing = inPipelinedTransaction(contextOf("ann"), (em) =>
    Promise.all([add(em, "a2", "ann"), add(em, "a1", "ann"), add(em, "a3", "ann")]),
  );
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  const thrown = inPipelinedTransaction(contextOf("ann"), async (em) => {
    await add(em, "a2", "ann");
    throw new Error("no");
  });
  await expect(thrown).rejects.toThrow("no");
  expect(await stored()).toEqual(["a1", "b1"]);
});

test("an unawaited failed statement prevents the commit", async () => {
  const careless = inPipelinedTransaction(contextOf("ann"), async (em) => {
    add(em, "a1", "ann").catch(() => {});
  });
  await expect(careless).rejects.toThrow("nobody waited for");
});

test("nested writes, system reads and events are part of the transaction", async () => {
  const ctx = contextOf("ann");
  const event = { type: "t", objectId: "o", appId: null, ownerId: "ann", payload: {} };
  await expect(
    inPipelinedTransaction(ctx, async (em) => {
      await inTransaction(ctx, (own) => add(own, "a2", "ann"));
      await emitEvent(em, event);
      expect(await asSystem(database.fork(), ids)).toEqual(["a1", "a2", "b1"]);
      expect(await ids(em)).toEqual(["a1", "a2"]);
      throw new Error("undo");
    }),
  ).rejects.toThrow("undo");
  expect(await stored()).toEqual(["a1", "b1"]);
});

test("cannot be part of another transaction", async () => {
  const ctx = contextOf("ann");
  const nested = inTransaction(ctx, () => inPipelinedTransaction(ctx, ids));
  await expect(nested).rejects.toThrow("cannot be part");
});

test("plain statements commit together with the context's hook, or not at all", async () => {
  const seen: unknown[] = [];
  const beforeCommit = async (em: EntityManager, result: unknown) => {
    seen.push([result, await ids(em)]);
    await add(em, "a3", "ann");
  };
  const write = (em: EntityManager) => add(em, "a2", "ann").then(() => "done");
  expect(await inPlainTransaction({ ...contextOf("ann"), beforeCommit }, write)).toBe("done");
  expect(seen).toEqual([["done", ["a1", "a2"]]]);
  expect(await stored()).toEqual(["a1", "a2", "a3", "b1"]);
  // The hook's row exists already.
  const again = { ...contextOf("ann"), beforeCommit };
  await expect(inPlainTransaction(again, (em) => add(em, "a4", "ann"))).rejects.toThrow(/duplicate key/);
  expect(await stored()).toEqual(["a1", "a2", "a3", "b1"]);
});

test("plain statements join an open transaction, which decides about them", async () => {
  const failed = inTransaction(contextOf("ann"), async (em) => {
    await inPlainTransaction({ em, principal: { ownerId: "ann" } }, (own) => add(own, "a2", "ann"));
    expect(await ids(em)).toEqual(["a1", "a2"]);
    throw new Error("not this time");
  });
  await expect(failed).rejects.toThrow("not this time");
  expect(await stored()).toEqual(["a1", "b1"]);
});

test("a deadlock retries the transaction", async () => {
  let tries = 0;
  const lock = (em: EntityManager, id: string) =>
    executeSql(em, "UPDATE notes SET body = 'x' WHERE id = $1", [id]);
  await server.query("INSERT INTO notes.notes (id, owner_id, body) VALUES ('a2', 'ann', '')");
  const swap = (first: string, second: string) =>
    inPipelinedTransaction(contextOf("ann"), async (em) => {
      tries += 1;
      await lock(em, first);
      await meet();
      await lock(em, second);
    });
  let arrived = 0;
  let open = () => {};
  const both = new Promise<void>((resolve) => (open = resolve));
  const meet = async () => {
    if (++arrived >= 2) open();
    await both;
  };
  await Promise.all([swap("a1", "a2"), swap("a2", "a1")]);
  expect(tries).toBe(3);
});

test("gives its connection back, also after a failure and a lost one", async () => {
  for (let round = 0; round < 8; round++) {
    const lost = inPipelinedTransaction(contextOf("ann"), (em) =>
      executeSql(em, "SELECT pg_terminate_backend(pg_backend_pid())"),
    );
    await expect(lost).rejects.toThrow();
  }
  expect(await inPipelinedTransaction(contextOf("ann"), ids)).toEqual(["a1"]);
});
