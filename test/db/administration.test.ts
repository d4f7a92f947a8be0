import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asAdministrator } from "../../src/db/administration.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await createTestDatabase();
});
afterAll(async () => {
  await server.drop();
});

const pidOf = async (client: pg.Client) =>
  (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]!.pid;

test("what an administrator does at the same time runs one after the other on one connection", async () => {
  const running: number[] = [];
  const pids = await Promise.all(
    [0, 1, 2, 3, 4].map((number) =>
      asAdministrator(server.url, async (client) => {
        running.push(number);
        const pid = await pidOf(client);
        expect(running.at(-1)).toBe(number);
        return pid;
      }),
    ),
  );
  expect(new Set(pids).size).toBe(1);
});

test("work that fails ends its connection and its locks, and the next work has another one", async () => {
  const failing = asAdministrator(server.url, async (client) => {
    await client.query("SELECT pg_advisory_lock(7)");
    await client.query("BEGIN");
    await client.query("nonsense");
  });
  const next = asAdministrator(server.url, async (client) => {
    const { rows } = await client.query("SELECT pg_try_advisory_lock(7) AS free");
    return rows;
  });
  await expect(failing).rejects.toThrow("syntax error");
  expect(await next).toEqual([{ free: true }]);
});

test("a database that cannot be reached fails each work", async () => {
  const url = `${server.url}_missing`;
  const works = [asAdministrator(url, pidOf), asAdministrator(url, pidOf)];
  expect((await Promise.allSettled(works)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
