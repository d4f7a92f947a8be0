import type { EntityManager } from "@mikro-orm/postgresql";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { executeSql } from "../../src/db/sql.ts";
import { asSystem, inTransaction, peekAsSystem, type TransactionContext } from "../../src/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
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
beforeEach(async () => {
  await server.query("TRUNCATE notes.notes");
  await server.query(
    "INSERT INTO notes.notes (id, owner_id, body) VALUES ('a1', 'ann', 'hers'), ('b1', 'bob', 'his')",
  );
});

const contextOf = (ownerId: string | null): TransactionContext => ({
  em: database.fork(),
  principal: { ownerId },
});
const ids = async (em: EntityManager) =>
  (await executeSql<{ id: string }>(em, "SELECT id FROM notes ORDER BY id")).map((row) => row.id);
const add = (em: EntityManager, id: string, owner: string) =>
  executeSql(em, "INSERT INTO notes (id, owner_id, body) VALUES ($1, $2, '')", [id, owner]);

test("an owner sees their own rows only", async () => {
  expect(await inTransaction(contextOf("ann"), ids)).toEqual(["a1"]);
  expect(await inTransaction(contextOf("bob"), ids)).toEqual(["b1"]);
});

test("nobody, and a statement outside of a transaction, see no rows", async () => {
  expect(await inTransaction(contextOf(null), ids)).toEqual([]);
  expect(await ids(database.fork())).toEqual([]);
});

test("an owner cannot change, take or make rows of another", async () => {
  const changed = await inTransaction(contextOf("ann"), (em) =>
    executeSql(em, "UPDATE notes SET body = 'x' WHERE id = 'b1' RETURNING id"),
  );
  expect(changed).toEqual([]);
  await expect(inTransaction(contextOf("ann"), (em) => add(em, "b2", "bob"))).rejects.toThrow(
    /row-level security/,
  );
  const take = (em: EntityManager) => executeSql(em, "UPDATE notes SET owner_id = 'bob' WHERE id = 'a1'");
  await expect(inTransaction(contextOf("ann"), take)).rejects.toThrow(/row-level security/);
});

test("a peek finds rows of every owner, and its sight ends with it", async () => {
  const peek = (where: string) => peekAsSystem(database.fork(), `FROM notes WHERE ${where}`);
  expect(await peek("owner_id = 'bob'")).toBe(true);
  expect(await peek("owner_id = 'eve'")).toBe(false);
  await Promise.all(Array.from({ length: 10 }, () => peek("true")));
  const rows = await Promise.all(Array.from({ length: 10 }, () => ids(database.fork())));
  expect(rows.flat()).toEqual([]);
});

test("the owner does not stay with the connection", async () => {
  for (let round = 0; round < 30; round++) await inTransaction(contextOf("ann"), ids);
  const rows = await Promise.all(Array.from({ length: 10 }, () => ids(database.fork())));
  expect(rows.flat()).toEqual([]);
});

test("the system sees all rows, inside an owner's transaction for its own work only", async () => {
  expect(await asSystem(database.fork(), ids)).toEqual(["a1", "b1"]);
  const ctx = contextOf("ann");
  const seen = await inTransaction(ctx, async (em) => [
    await ids(em),
    await asSystem(em, ids),
    await ids(em),
  ]);
  expect(seen).toEqual([["a1"], ["a1", "b1"], ["a1"]]);
});

test("a nested transaction is the same one: both rows or neither", async () => {
  const ctx = contextOf("ann");
  const failing = inTransaction(ctx, async (em) => {
    await add(em, "a2", "ann");
    await inTransaction(ctx, (own) => add(own, "a3", "ann"));
    throw new Error("after both");
  });
  await expect(failing).rejects.toThrow("after both");
  expect(await inTransaction(ctx, ids)).toEqual(["a1"]);
});

test("the context's own entity manager is the transaction's inside it", async () => {
  const ctx = contextOf("ann");
  await inTransaction(ctx, async (em) => {
    await add(em, "a2", "ann");
    expect(await ids(ctx.em)).toEqual(["a1", "a2"]);
  });
});

test("transactions of one context side by side are two", async () => {
  const ctx = contextOf("ann");
  const results = await Promise.allSettled([
    inTransaction(ctx, (em) => add(em, "a2", "ann")),
    inTransaction(ctx, async (em) => {
      await add(em, "a3", "ann");
      throw new Error("only this one");
    }),
  ]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected"]);
  expect(await inTransaction(ctx, ids)).toEqual(["a1", "a2"]);
});

test("what a context writes before each commit is part of it, once, and sees the work's result", async () => {
  const results: unknown[] = [];
  const ctx: TransactionContext = {
    ...contextOf("ann"),
    beforeCommit: async (em, result) => {
      results.push(result);
      await add(em, `audit-${String(result)}`, "ann");
      if (result === "bad") throw new Error("no audit, no effect");
    },
  };
  const work = (id: string) =>
    inTransaction(ctx, async () => {
      await inTransaction(ctx, (em) => add(em, id, "ann"));
      return id;
    });
  await work("good");
  await expect(work("bad")).rejects.toThrow("no audit, no effect");
  expect(results).toEqual(["good", "bad"]);
  expect(await inTransaction(contextOf("ann"), ids)).toEqual(["a1", "audit-good", "good"]);
});

test("a read before the change takes nothing of what a context writes with the change", async () => {
  const written: unknown[] = [];
  const ctx: TransactionContext = {
    ...contextOf("ann"),
    beforeCommit: async (em, result) => {
      written.push(result);
      await add(em, "audit", "ann");
    },
  };
  expect(await inTransaction(ctx, ids, { readOnly: true })).toEqual(["a1"]);
  expect(written).toEqual([]);
  await inTransaction(ctx, async () => "changed");
  expect(written).toEqual(["changed"]);
});

test("a deadlock is run again and both transactions commit", async () => {
  await server.query("INSERT INTO notes.notes (id, owner_id, body) VALUES ('a2', 'ann', '')");
  let runs = 0;
  const both = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() };
  const append = (em: EntityManager, id: string) =>
    executeSql(em, "UPDATE notes SET body = body || '+' WHERE id = $1", [id]);
  const swap = (
    from: string,
    to: string,
    mine: PromiseWithResolvers<void>,
    other: PromiseWithResolvers<void>,
  ) =>
    inTransaction(contextOf("ann"), async (em) => {
      runs++;
      await append(em, from);
      mine.resolve();
      await other.promise;
      await append(em, to);
    });
  await Promise.all([swap("a1", "a2", both.first, both.second), swap("a2", "a1", both.second, both.first)]);
  expect(runs).toBe(3);
  const bodies = await server.query("SELECT body FROM notes.notes WHERE owner_id = 'ann' ORDER BY id");
  expect(bodies).toEqual([{ body: "hers++" }, { body: "++" }]);
});

test("serializable transactions that cannot both be right are run again", async () => {
  const count = (em: EntityManager) => executeSql<{ n: number }>(em, "SELECT count(*)::int AS n FROM notes");
  const insertIfFew = (id: string) =>
    inTransaction(
      contextOf("ann"),
      async (em) => {
        const [row] = await count(em);
        if ((row?.n ?? 0) < 2) await add(em, id, "ann");
      },
      { isolationLevel: "serializable" },
    );
  await Promise.all([insertIfFew("a2"), insertIfFew("a3")]);
  expect(await inTransaction(contextOf("ann"), ids)).toHaveLength(2);
});

test("with retry off a serialization failure is thrown", async () => {
  let runs = 0;
  const fail = async (em: EntityManager) => {
    runs++;
    await executeSql(em, "DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; END $$");
  };
  await expect(inTransaction(contextOf("ann"), fail, { retry: false })).rejects.toThrow("no");
  expect(runs).toBe(1);
  await expect(inTransaction(contextOf("ann"), fail)).rejects.toThrow("no");
  expect(runs).toBe(5);
});
