import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { growSlowly } from "../../src/db/connections/slow-growth.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await createTestDatabase();
});
afterAll(async () => {
  await server.drop();
});

/** Runs `use` on a pool that has one free connection. */
async function onPool<T>(max: number, use: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: server.url, max });
  growSlowly(pool);
  // The database is dropped while the server still ends a connection that the pool has given up.
  pool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await pool.query("SELECT 1");
    return await use(pool);
  } finally {
    await pool.end();
  }
}

const numbers = Array.from({ length: 40 }, (_, number) => number);

test("a burst of short statements shares connections, and each gets its own response", async () => {
  await onPool(40, async (pool) => {
    const ask = async (number: number) => (await pool.query("SELECT $1::int AS number", [number])).rows[0];
    expect(await Promise.all(numbers.map(ask))).toEqual(numbers.map((number) => ({ number })));
    expect(pool.totalCount).toBeLessThan(20);
  });
});

test("connections that stay in use make the pool grow, to its maximum and no further", async () => {
  await onPool(5, async (pool) => {
    const held = await Promise.all(numbers.slice(0, 5).map(() => pool.connect()));
    expect(new Set(held).size).toBe(5);
    const next = pool.connect();
    held.forEach((client) => client.release());
    expect(held).toContain(await next);
    (await next).release();
    expect(pool.totalCount).toBe(5);
  });
});

test("who waits for a connection gets it where another one was broken", async () => {
  await onPool(2, async (pool) => {
    const first = await pool.connect();
    const waiting = pool.connect();
    first.release(true);
    const second = await waiting;
    expect(second).not.toBe(first);
    expect((await second.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    second.release();
  });
});
