import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endSilentConnections } from "../../src/db/connections/silent-connections.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";

let server: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  server = await createTestDatabase();
  pool = new pg.Pool({ connectionString: server.url, max: 1 });
  // The pool listens to idle connections alone.
  pool.on("connect", (client) => client.on("error", () => undefined));
  endSilentConnections(pool, 200);
});
afterAll(async () => {
  await pool.end();
  await server.drop();
});

test("a statement that is not answered in time ends its connection, and the next one works", async () => {
  await expect(pool.query("SELECT pg_sleep(60)")).rejects.toThrow("Connection terminated");
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("a connection whose statements are answered is kept, however long it is in use", async () => {
  const client = await pool.connect();
  const { rows: before } = await client.query("SELECT pg_backend_pid() AS pid");
  for (let part = 0; part < 6; part++) await client.query("SELECT pg_sleep(0.08)");
  const { rows: after } = await client.query("SELECT pg_backend_pid() AS pid");
  client.release();
  expect(after).toEqual(before);
});
