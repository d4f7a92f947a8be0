import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseTrouble } from "../../src/db/database-trouble.ts";
import type { Database } from "../../src/db/database.ts";
import { readRows } from "../../src/db/read-rows.ts";
import { executeSql } from "../../src/db/sql.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { openNotes } from "./notes-database.ts";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openNotes(server.url, { poolSize: 3 });
  await server.query(
    "INSERT INTO notes.notes (id, owner_id, body) VALUES ('a1', 'ann', 'hers'), ('b1', 'bob', 'his'), ('b2', 'bob', 'his too')",
  );
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const read = <Row>(ownerId: string | null, sql: string, ...parameters: unknown[]) =>
  readRows<Row>(
    { em: database.orm.em, sharedEm: database.orm.em, principal: { ownerId } },
    { sql, parameters, isQuick: true },
  );

const ids = "SELECT id FROM notes ORDER BY id";
const divide = "SELECT 1 / $1::int AS quotient";
const process = "SELECT pg_backend_pid() AS pid, now()::text AS began";

test("reads of one turn are one transaction of one connection, and later turns begin others", async () => {
  await read("ann", process);
  const turn = () =>
    Promise.all(["ann", "bob", "ann", "bob"].map((owner) => read<{ began: string }>(owner, process)));
  const [first, second] = [await turn(), await turn()];
  expect(new Set(first.map(([row]) => JSON.stringify(row))).size).toBe(1);
  expect(second[0]![0]!.began).not.toBe(first[0]![0]!.began);
});

test("each read sees the rows of its own owner, in any order and beside other statements", async () => {
  const owners = ["ann", "ann", "bob", null, "ann", "'; SET app.system = 'on'; --", "bob", "bob"];
  const expected = new Map<string | null, string[]>([
    ["ann", ["a1"]],
    ["bob", ["b1", "b2"]],
  ]);
  for (let turn = 0; turn < 3; turn++) {
    const all = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const owner = owners[index % owners.length]!;
        const [rows, other] = await Promise.all([
          read<{ id: string }>(owner, ids),
          read(owner, "SELECT body, $1::int AS n FROM notes WHERE id = 'a1'", index),
        ]);
        return { owner, found: rows.map(({ id }) => id), other };
      }),
    );
    for (const [index, { owner, found, other }] of all.entries()) {
      expect(found).toEqual(expected.get(owner) ?? []);
      expect(other).toEqual(owner === "ann" ? [{ body: "hers", n: index }] : []);
    }
  }
  expect(await executeSql(database.fork(), ids)).toEqual([]);
});

test("a read that the server refuses fails alone", async () => {
  await read("ann", divide, 1);
  const write = "UPDATE notes SET body = '' RETURNING id";
  const settled = await Promise.allSettled([
    read("ann", ids),
    read("ann", divide, 0),
    read("bob", ids),
    read("ann", write),
    read("bob", divide, 1),
  ]);
  expect(settled.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)))).toEqual([
    [{ id: "a1" }],
    expect.stringContaining("division by zero"),
    [{ id: "b1" }, { id: "b2" }],
    expect.stringContaining("read-only"),
    [{ quotient: 1 }],
  ]);
});

test("a read whose values cannot be sent fails alone, and no row goes to another read", async () => {
  const text = "SELECT id, $1::text AS given FROM notes ORDER BY id";
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  await read("ann", text, "x");
  const settled = await Promise.allSettled([
    read("ann", ids),
    read("bob", text, circular),
    read("ann", ids),
    read("bob", ids),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(settled.map((one) => (one.status === "fulfilled" ? one.value : null))).toEqual([
    [{ id: "a1" }],
    null,
    [{ id: "a1" }],
    [{ id: "b1" }, { id: "b2" }],
  ]);
});

test("when the server ends the connection every read of the group fails as unavailable, and the next ones succeed", async () => {
  const sleep = "SELECT pg_sleep($1)";
  await read("ann", sleep, 0);
  const settled = Promise.allSettled([read("ann", sleep, 60), read("ann", ids), read("bob", ids)]);
  const sleeping = "query LIKE '%pg_sleep($1)%' AND wait_event = 'PgSleep'";
  for (let ended = 0; ended === 0;) {
    const rows = await server.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND ${sleeping}`,
    );
    ended = rows.length;
  }
  for (const one of await settled)
    expect(one.status === "rejected" && databaseTrouble(one.reason)?.code).toBe("SERVICE_UNAVAILABLE");
  expect(await Promise.all([read("ann", ids), read("bob", ids)])).toEqual([
    [{ id: "a1" }],
    [{ id: "b1" }, { id: "b2" }],
  ]);
});
