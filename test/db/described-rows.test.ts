import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { readRows } from "../../src/db/read-rows.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { openNotes } from "./notes-database.ts";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openNotes(server.url, { poolSize: 1 });
  await server.query("INSERT INTO notes.notes (id, owner_id, body) VALUES ('a1', 'ann', 'hers')");
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const read = (sql: string, ...parameters: unknown[]) =>
  readRows(
    { em: database.fork(), sharedEm: database.orm.em, principal: { ownerId: "ann" } },
    { sql, parameters },
  );

const typed = `SELECT id, NULL AS nothing, $1::int AS n, '{"a": [1]}'::json AS json, ARRAY[1, 2] AS list, true AS yes
  FROM notes`;

test("rows have the same columns and types whether the server described them or not", async () => {
  const first = await read(typed, 1);
  expect(first).toEqual([{ id: "a1", nothing: null, n: 1, json: { a: [1] }, list: [1, 2], yes: true }]);
  for (let run = 0; run < 3; run++) expect(await read(typed, 1)).toEqual(first);
});

test("statements that are sent together keep their own columns", async () => {
  const runs = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? read(typed, index) : read("SELECT body AS text FROM notes"),
  );
  for (const [index, rows] of (await Promise.all(runs)).entries()) {
    expect(rows).toEqual([index % 2 === 0 ? expect.objectContaining({ n: index }) : { text: "hers" }]);
  }
});

test("a statement without rows of this owner stays empty, and one that failed is described again", async () => {
  const divide = "SELECT 1 / $1::int AS quotient FROM notes";
  expect(await read(divide, 1)).toEqual([{ quotient: 1 }]);
  await expect(read(divide, 0)).rejects.toThrow("division by zero");
  expect(await read(divide, 1)).toEqual([{ quotient: 1 }]);
  expect(await read("SELECT id FROM notes WHERE id = $1", "none")).toEqual([]);
});

test("a statement whose columns have changed is refused, not read by its old columns", async () => {
  const all = "SELECT * FROM notes";
  expect(await read(all)).toHaveLength(1);
  await server.query("ALTER TABLE notes.notes ADD COLUMN added int DEFAULT 7");
  const again = await read(all).catch((error: Error) => error.message);
  expect(again).toBe("cached plan must not change result type");
});
