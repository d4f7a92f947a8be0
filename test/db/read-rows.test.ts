import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { readAsSystem, readRows } from "../../src/db/read-rows.ts";
import { executeSql } from "../../src/db/sql.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { openNotes } from "./notes-database.ts";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openNotes(server.url, { poolSize: 3 });
  await server.query(
    "INSERT INTO notes.notes (id, owner_id, body) VALUES ('a1', 'ann', 'hers'), ('b1', 'bob', 'his'), ('q1', 'o''k\\', 'odd')",
  );
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const contextOf = (ownerId: string | null) => ({ em: database.fork(), principal: { ownerId } });
const allIds = { sql: "SELECT id FROM notes ORDER BY id", parameters: [] };

test.each([
  ["ann", [{ id: "a1" }]],
  ["bob", [{ id: "b1" }]],
  ["o'k\\", [{ id: "q1" }]],
  ["'; SET LOCAL app.system = 'on'; --", []],
  [null, []],
])("%s reads their own rows only", async (ownerId, expected) => {
  expect(await readRows(contextOf(ownerId), allIds)).toEqual(expected);
});

test("many owners side by side on few connections never see each other's rows", async () => {
  const owners = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? "ann" : "bob"));
  const seen = await Promise.all(owners.map((owner) => readRows<{ id: string }>(contextOf(owner), allIds)));
  expect(seen.map((rows) => rows.map((row) => row.id).join())).toEqual(owners.map((owner) => `${owner[0]}1`));
  expect(await executeSql(database.fork(), "SELECT id FROM notes")).toEqual([]);
});

test("the system reads every owner's rows, cannot write, and leaves no setting on the connection", async () => {
  const all = [{ id: "a1" }, { id: "b1" }, { id: "q1" }];
  const mixed = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0 ? readAsSystem(database.fork(), allIds) : readRows(contextOf("bob"), allIds),
    ),
  );
  for (const [index, rows] of mixed.entries()) expect(rows).toEqual(index % 2 === 0 ? all : [{ id: "b1" }]);
  expect(await executeSql(database.fork(), "SELECT id FROM notes")).toEqual([]);
  const ctx = contextOf("ann");
  expect(await inTransaction(ctx, (em) => readAsSystem(em, allIds))).toEqual(all);
  const write = { sql: "UPDATE notes SET body = '' RETURNING id", parameters: [] };
  await expect(readAsSystem(database.fork(), write)).rejects.toThrow("read-only");
});

test("parameters are bound, and a builder's query is taken as it is", async () => {
  const ctx = contextOf("ann");
  expect(await readRows(ctx, { sql: "SELECT body FROM notes WHERE id = $1", parameters: ["a1"] })).toEqual([
    { body: "hers" },
  ]);
  const query = ctx.em
    .getKysely<{ notes: { id: string; body: string } }>()
    .selectFrom("notes")
    .select("body")
    .where("id", "=", "a1")
    .compile();
  expect(await readRows(ctx, query)).toEqual([{ body: "hers" }]);
});

test("inside a transaction it reads what that has written", async () => {
  const ctx = contextOf("ann");
  await inTransaction(ctx, async (em) => {
    await executeSql(em, "INSERT INTO notes (id, owner_id, body) VALUES ('a2', 'ann', '')");
    expect(await readRows(ctx, allIds)).toHaveLength(2);
    await executeSql(em, "DELETE FROM notes WHERE id = 'a2'");
  });
});

test("writing is refused, and a failed statement leaves a connection that works", async () => {
  for (let round = 0; round < 6; round++) {
    const write = { sql: "DELETE FROM notes WHERE id = $1", parameters: ["a1"] };
    await expect(readRows(contextOf("ann"), write)).rejects.toThrow(/read-only/);
  }
  expect(await readRows(contextOf("ann"), allIds)).toEqual([{ id: "a1" }]);
});

test("a statement that cannot be parsed says so each time, and the connection works on", async () => {
  const wrong = { sql: "SELECT nothing FROM notes WHERE id = $1", parameters: ["a1"] };
  for (let round = 0; round < 6; round++) {
    await expect(readRows(contextOf("ann"), wrong)).rejects.toThrow(/column "nothing" does not exist/);
    expect(await readRows(contextOf("ann"), allIds)).toEqual([{ id: "a1" }]);
  }
});

test.each(["2026-03-01T23:30:00.123Z", "0044-03-15T12:00:00.000Z", "+012026-01-01T00:00:00.000Z"])(
  "the time %s reaches the server as that instant",
  async (text) => {
    const sql = "SELECT (extract(epoch FROM $1::timestamptz) * 1000)::float8 AS ms";
    const [row] = await readRows<{ ms: number }>(contextOf("ann"), { sql, parameters: [new Date(text)] });
    expect(row).toEqual({ ms: Date.parse(text) });
  },
);
