import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { EntityManager } from "@mikro-orm/postgresql";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fixedClock } from "../../src/time/clock.ts";
import type { Database } from "../../src/db/database.ts";
import { exactlyOnce, purgeIdempotencyKeys, type IdempotencyContext } from "../../src/db/idempotency.ts";
import { executeSql } from "../../src/db/sql.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { DomainError, type ErrorCode } from "../../src/errors.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { until } from "../support/poll.ts";
import { openNotes } from "./notes-database.ts";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openNotes(server.url, { poolSize: 10, lockTimeoutMs: 2_000 });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});
beforeEach(() => server.query("TRUNCATE notes.notes, notes.idempotency_keys RESTART IDENTITY"));

const noon = new Date("2026-05-01T12:00:00.000Z");
const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000);

function contextOf(
  idempotencyKey: string | null,
  options: { ownerId?: string | null; id?: string; now?: Date } = {},
): IdempotencyContext {
  const { ownerId = "ann", id = ownerId ?? "anonymous", now = noon } = options;
  return {
    em: database.fork(),
    principal: { id, ownerId },
    clock: fixedClock(now),
    idempotencyKey,
    meter: { replayed: false },
  };
}

let made = 0;
async function addNote(em: EntityManager) {
  const id = `n${++made}`;
  const [row] = await executeSql<{ owner: string }>(em, "SELECT current_setting('app.user') AS owner");
  await executeSql(em, "INSERT INTO notes (id, owner_id, body) VALUES ($1, $2, '')", [id, row?.owner]);
  return { id, at: new Date(made), cents: BigInt(made), zebra: 1, alpha: 2, nothing: null };
}

const call = { operation: "addNote", input: { body: "x" } };
const count = async () =>
  (await server.query<{ n: number }>("SELECT count(*)::int AS n FROM notes.notes"))[0]?.n;
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as DomainError,
  );

test("50 concurrent requests with one key, on a pool of 10, have one effect and one response", async () => {
  const contexts = Array.from({ length: 50 }, () => contextOf("k"));
  const results = await Promise.all(contexts.map((ctx) => exactlyOnce(ctx, call, addNote)));
  expect(await count()).toBe(1);
  expect(
    new Set(results.map((result) => JSON.stringify({ ...result, cents: String(result.cents) }))),
  ).toHaveProperty("size", 1);
  expect(results.every((result) => result.at instanceof Date && typeof result.cents === "bigint")).toBe(true);
  expect(contexts.filter((ctx) => ctx.meter.replayed)).toHaveLength(49);
});

test("without a key each request has its effect", async () => {
  await exactlyOnce(contextOf(null), call, addNote);
  await exactlyOnce(contextOf(null), call, addNote);
  expect(await count()).toBe(2);
});

test("a key is scoped to principal and operation, and quotes around it do not matter", async () => {
  await exactlyOnce(contextOf("k"), call, addNote);
  await exactlyOnce(contextOf('"k"'), call, addNote);
  expect(await count()).toBe(1);
  await exactlyOnce(contextOf("k", { ownerId: "bob" }), call, addNote);
  await exactlyOnce(contextOf("k", { id: "a key of ann's" }), call, addNote);
  await exactlyOnce(contextOf("k"), { ...call, operation: "addOther" }, addNote);
  expect(await count()).toBe(4);
});

test("the same input with its fields in another order is the same request", async () => {
  const first = await exactlyOnce(contextOf("k"), { operation: "o", input: { a: 1, b: 2 } }, addNote);
  expect(await exactlyOnce(contextOf("k"), { operation: "o", input: { b: 2, a: 1 } }, addNote)).toEqual(
    first,
  );
});

test("a key with another input is refused", async () => {
  await exactlyOnce(contextOf("k"), call, addNote);
  const failure = await failureOf(exactlyOnce(contextOf("k"), { ...call, input: { body: "y" } }, addNote));
  expect(failure).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED", status: 422 });
  expect(await count()).toBe(1);
});

const refusing = (code: ErrorCode) => async (em: EntityManager) => {
  await addNote(em);
  throw new DomainError(code, "No.", { currentState: "sent" });
};

test.each([
  "INVALID_AMOUNT",
  "UNAUTHORIZED",
  "INSUFFICIENT_CREDITS",
  "FORBIDDEN",
  "RATE_LIMIT_EXCEEDED",
  "UPSTREAM_FAILED",
] as const)("a call that fails with %s stores nothing, so its key may try again", async (code) => {
  expect(await failureOf(exactlyOnce(contextOf("k"), call, refusing(code)))).toMatchObject({ code });
  const ctx = contextOf("k");
  await exactlyOnce(ctx, call, addNote);
  expect(ctx.meter.replayed).toBe(false);
  expect(await count()).toBe(1);
});

test("a bug stores nothing either", async () => {
  const failure = await failureOf(
    exactlyOnce(contextOf("k"), call, async () => {
      throw new Error("boom");
    }),
  );
  expect(failure).toMatchObject({ message: "boom" });
  await exactlyOnce(contextOf("k"), call, addNote);
  expect(await count()).toBe(1);
});

test.each(["HOLD_NOT_FOUND", "INVALID_STATE"] as const)(
  "a refusal with %s is the answer for that key, without effect, and of a try that succeeds later too",
  async (code) => {
    const first = contextOf("k");
    const failure = await failureOf(exactlyOnce(first, call, refusing(code)));
    expect(first.meter.replayed).toBe(false);
    const again = contextOf("k");
    const replay = await failureOf(exactlyOnce(again, call, addNote));
    expect(again.meter.replayed).toBe(true);
    for (const refusal of [failure, replay])
      expect(refusal).toMatchObject({
        code,
        message: "No.",
        details: { currentState: "sent" },
        status: failure!.status,
      });
    expect(await failureOf(exactlyOnce(contextOf("k"), { ...call, input: 2 }, addNote))).toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
    expect(await count()).toBe(0);
    await exactlyOnce(contextOf("k", { now: hours(24) }), call, addNote);
    expect(await count()).toBe(1);
  },
);

test("a refusal writes nothing that belongs to a change", async () => {
  let commits = 0;
  const ctx = { ...contextOf("k"), beforeCommit: async () => void commits++ };
  await failureOf(exactlyOnce(ctx, call, refusing("INVALID_STATE")));
  await failureOf(exactlyOnce(ctx, call, refusing("INVALID_STATE")));
  expect(commits).toBe(0);
});

test("20 concurrent refused requests with one key get one refusal", async () => {
  const calls = Array.from({ length: 20 }, () =>
    failureOf(exactlyOnce(contextOf("k"), call, refusing("INVALID_STATE"))),
  );
  expect((await Promise.all(calls)).map((failure) => failure?.code)).toEqual(Array(20).fill("INVALID_STATE"));
  expect(await server.query("SELECT 1 FROM notes.idempotency_keys")).toHaveLength(1);
});

test("a second request gets 409 when the first does not finish before the timeout", async () => {
  const release = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const first = exactlyOnce(contextOf("k"), call, async (em) => {
    started.resolve();
    await release.promise;
    return addNote(em);
  });
  await started.promise;
  const failure = await failureOf(exactlyOnce(contextOf("k"), call, addNote));
  release.resolve();
  await first;
  expect(failure).toMatchObject({
    code: "IDEMPOTENCY_IN_PROGRESS",
    status: 409,
    details: { retryAfterSeconds: 1 },
  });
  expect(await count()).toBe(1);
});

test("a key is free again after 24 hours, not before", async () => {
  await exactlyOnce(contextOf("k"), call, addNote);
  await exactlyOnce(contextOf("k", { now: new Date(hours(24).getTime() - 1) }), call, addNote);
  expect(await count()).toBe(1);
  const late = contextOf("k", { now: hours(24) });
  await exactlyOnce(late, { ...call, input: "another" }, addNote);
  expect(late.meter.replayed).toBe(false);
  expect(await count()).toBe(2);
});

test("purging deletes expired keys only", async () => {
  await exactlyOnce(contextOf("old"), call, addNote);
  await exactlyOnce(contextOf("new", { now: hours(1) }), call, addNote);
  expect(await purgeIdempotencyKeys(database.fork(), hours(24))).toBe(1);
  expect(await server.query("SELECT key FROM notes.idempotency_keys")).toEqual([{ key: "new" }]);
});

test("nested keyed writes are covered by the outer key", async () => {
  const ctx = contextOf("k");
  const both = () =>
    exactlyOnce(ctx, call, async () => [
      await exactlyOnce(ctx, call, addNote),
      await exactlyOnce(ctx, call, addNote),
    ]);
  const first = await both();
  expect(await count()).toBe(2);
  expect(await both()).toEqual(first);
  expect(await count()).toBe(2);
});

test("a keyed call inside a plain transaction keeps its key with that transaction's commit", async () => {
  const ctx = contextOf("k");
  const outer = inTransaction(ctx, async () => {
    await exactlyOnce(ctx, call, addNote);
    throw new Error("outer");
  });
  await expect(outer).rejects.toThrow("outer");
  expect(await server.query("SELECT 1 FROM notes.idempotency_keys")).toEqual([]);
});

test("a result of nothing is replayed as nothing", async () => {
  const work = async (em: EntityManager) => void (await addNote(em));
  expect(await exactlyOnce(contextOf("k"), call, work)).toBeUndefined();
  const again = contextOf("k");
  expect(await exactlyOnce(again, call, work)).toBeUndefined();
  expect(again.meter.replayed).toBe(true);
});

test("a process killed between effect and commit leaves neither effect nor key behind", async () => {
  const script = fileURLToPath(new URL("crash-in-effect.ts", import.meta.url));
  const child = spawn(process.execPath, [script, server.url], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
  const ctx = contextOf("crash");
  await until("the server has ended the dead transaction", async () => {
    const rows = await server.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'",
    );
    return rows.length === 0;
  });
  expect(await count()).toBe(0);
  expect(await server.query("SELECT 1 FROM notes.idempotency_keys")).toEqual([]);
  await exactlyOnce(ctx, call, addNote);
  expect(ctx.meter.replayed).toBe(false);
  expect(await count()).toBe(1);
});
