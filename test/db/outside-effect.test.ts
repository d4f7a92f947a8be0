import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { EntityManager } from "@mikro-orm/postgresql";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixedClock } from "../../src/time/clock.ts";
import { deriveKeyRing } from "../../src/crypto/crypto.ts";
import type { Database } from "../../src/db/database.ts";
import { exactlyOnce } from "../../src/db/idempotency.ts";
import { onceOutside, type OutsideEffectContext, type OutsideSteps } from "../../src/db/outside-effect.ts";
import { executeSql } from "../../src/db/sql.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { DomainError, type ErrorCode } from "../../src/errors.ts";
import { until } from "../support/poll.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
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
beforeEach(async () => {
  await server.query("TRUNCATE notes.notes, notes.idempotency_keys RESTART IDENTITY");
  party.effects.clear();
  party.calls = [];
});

const noon = new Date("2026-05-01T12:00:00.000Z");

function contextOf(
  idempotencyKey: string | null,
  options: { ownerId?: string; now?: Date; beforeCommit?: OutsideEffectContext["beforeCommit"] } = {},
): OutsideEffectContext {
  const { ownerId = "ann", now = noon, beforeCommit } = options;
  return {
    em: database.fork(),
    principal: { id: ownerId, ownerId },
    clock: fixedClock(now),
    idempotencyKey,
    meter: { replayed: false },
    requestId: "req_12345678",
    ...(beforeCommit ? { beforeCommit } : {}),
  };
}

/** An external service that accepts idempotency keys: the same key has one effect. */
const party = {
  effects: new Map<string, string>(),
  calls: [] as string[],
  charge(key: string): string {
    this.calls.push(key);
    if (!this.effects.has(key)) this.effects.set(key, `charge-${this.effects.size + 1}`);
    return this.effects.get(key)!;
  },
};

let made = 0;
interface Intent {
  id: string;
  at: Date;
}
interface Charge {
  id: string;
  charge: string;
  at: Date;
}
type Steps = OutsideSteps<Intent, string, Charge>;
const steps: Steps = {
  record: async (em) => {
    const id = `n${++made}`;
    const [row] = await executeSql<{ owner: string }>(em, "SELECT current_setting('app.user') AS owner");
    await executeSql(em, "INSERT INTO notes (id, owner_id, body) VALUES ($1, $2, 'pending')", [
      id,
      row!.owner,
    ]);
    return { id, at: noon };
  },
  act: async (_intent, effectKey) => party.charge(effectKey),
  settle: async (em, { id, at }, charge) => {
    await executeSql(em, "UPDATE notes SET body = $2 WHERE id = $1", [id, charge]);
    return { id, charge, at };
  },
};

const call = { operation: "charge", input: { cents: 5 } };
const charge = (ctx: OutsideEffectContext, changed: Partial<Steps> = {}, about: object = {}) =>
  onceOutside(ctx, { ...call, ...about }, { ...steps, ...changed });
const bodies = async () =>
  (await server.query<{ body: string }>("SELECT body FROM notes.notes ORDER BY position")).map(
    ({ body }) => body,
  );
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as DomainError,
  );
/** The state after a process was killed, once its lease has expired. */
const endLeases = () =>
  server.query("UPDATE notes.idempotency_keys SET leased_until = now() - interval '1 s'");
const impatient = { times: { leaseMs: 60_000, waitMs: 0 } };

test("a replay returns the first response without running any step again", async () => {
  const first = await charge(contextOf("k"));
  const again = contextOf('"k"');
  expect(await charge(again)).toEqual(first);
  expect(first.at).toEqual(noon);
  expect(again.meter.replayed).toBe(true);
  expect(party.calls).toHaveLength(1);
  expect(await bodies()).toEqual(["charge-1"]);
});

test("50 concurrent requests with one key, on a pool of 10, have one outside effect and one response", async () => {
  const contexts = Array.from({ length: 50 }, () => contextOf("k"));
  const answers = await Promise.all(contexts.map((ctx) => charge(ctx)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(contexts.filter((ctx) => ctx.meter.replayed)).toHaveLength(49);
  expect(party.calls).toHaveLength(1);
  expect(await bodies()).toEqual(["charge-1"]);
});

test("a request that times out waiting gets 409, and the first one's lease is renewed while it runs", async () => {
  const release = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const times = { leaseMs: 900, waitMs: 0 };
  const act: Steps["act"] = async (_intent, key) => {
    started.resolve();
    await release.promise;
    return party.charge(key);
  };
  const first = charge(contextOf("k"), { act }, { times });
  await started.promise;
  // Three leases long: without renewal this call would take over.
  const second = await failureOf(charge(contextOf("k"), {}, { times: { leaseMs: 900, waitMs: 2_700 } }));
  expect(second).toMatchObject({
    code: "IDEMPOTENCY_IN_PROGRESS",
    status: 409,
    details: { retryAfterSeconds: 1 },
  });
  release.resolve();
  expect(await charge(contextOf("k"))).toEqual(await first);
  expect(party.calls).toHaveLength(1);
});

test("the same key with another body is refused, before and after the response is stored", async () => {
  const act: Steps["act"] = async () => {
    throw new DomainError("PROCESSOR_ERROR", "Down.");
  };
  await failureOf(charge(contextOf("k"), { act }));
  const other = { input: { cents: 6 } };
  expect(await failureOf(charge(contextOf("k"), {}, other))).toMatchObject({
    code: "IDEMPOTENCY_KEY_REUSED",
    status: 422,
  });
  await charge(contextOf("k"));
  expect(await failureOf(charge(contextOf("k"), {}, other))).toMatchObject({
    code: "IDEMPOTENCY_KEY_REUSED",
  });
});

test("a failed act keeps the intent and frees the key: the next request uses the same intent and effect key", async () => {
  const seen: [Intent, string][] = [];
  const act: Steps["act"] = async (intent, key) => {
    seen.push([intent, key]);
    if (seen.length < 3) throw new DomainError("PROCESSOR_ERROR", "Down.");
    return party.charge(key);
  };
  expect(await failureOf(charge(contextOf("k"), { act }))).toMatchObject({
    code: "PROCESSOR_ERROR",
    status: 500,
  });
  expect(await bodies()).toEqual(["pending"]);
  expect(await failureOf(charge(contextOf("k"), { act }, impatient))).toMatchObject({
    code: "PROCESSOR_ERROR",
  });
  const third = contextOf("k");
  await charge(third, { act }, impatient);
  expect(third.meter.replayed).toBe(false);
  expect(new Set(seen.map((run) => JSON.stringify(run))).size).toBe(1);
  expect(seen[0]![0].at).toEqual(noon);
  expect(await bodies()).toEqual(["charge-1"]);
});

test("a failed settle is completed by the next request, with a single effect", async () => {
  const settle: Steps["settle"] = async (em, intent) => {
    await steps.settle(em, intent, "half");
    throw new DomainError("INVALID_STATE", "No.");
  };
  expect(await failureOf(charge(contextOf("k"), { settle }))).toMatchObject({ code: "INVALID_STATE" });
  expect(await bodies()).toEqual(["pending"]);
  await charge(contextOf("k"), {}, impatient);
  expect(party.calls).toHaveLength(2);
  expect(party.effects.size).toBe(1);
  expect(await bodies()).toEqual(["charge-1"]);
});

describe.each(["prepare", "record", "act"] as const)("a refusal of %s", (step) => {
  const refusing = (code: ErrorCode, details = {}) => ({
    [step]: async () => {
      throw new DomainError(code, "No.", details);
    },
  });

  test.each(["PACKAGE_NOT_FOUND", "SUBSCRIPTION_EXISTS"] as const)(
    "with %s is the answer for the key",
    async (code) => {
      const first = contextOf("k");
      expect(await failureOf(charge(first, refusing(code, { currentState: "active" })))).toMatchObject({
        code,
      });
      expect(first.meter.replayed).toBe(false);
      const again = contextOf("k");
      const replay = await failureOf(charge(again));
      expect(replay).toMatchObject({ code, message: "No.", details: { currentState: "active" } });
      expect(again.meter.replayed).toBe(true);
      expect(party.calls).toEqual([]);
    },
  );

  test.each(["INVALID_AMOUNT", "FORBIDDEN", "RATE_LIMIT_EXCEEDED", "PROCESSOR_ERROR"] as const)(
    "with %s is none: the same key may try again",
    async (code) => {
      expect(await failureOf(charge(contextOf("k"), refusing(code)))).toMatchObject({ code });
      await charge(contextOf("k"), {}, impatient);
      expect(await bodies()).toEqual(["charge-1"]);
    },
  );
});

describe.each([
  ["before the effect", "act", 1],
  ["after the effect", "acted", 1],
  ["before the commit of what came of it", "settle", 2],
] as const)("a process killed %s", (_when, step, lines) => {
  test("leaves an intent that the next request takes over when the lease has expired", async () => {
    const script = fileURLToPath(new URL("crash-in-outside-effect.ts", import.meta.url));
    const child = spawn(process.execPath, [script, server.url, step], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const said: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) if (said.push(line) === lines) break;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
    await until("the server has ended the dead transaction", async () => {
      const rows = await server.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'",
      );
      return rows.length === 0;
    });
    expect(await bodies()).toEqual(["pending"]);
    const now = new Date();
    expect(await failureOf(charge(contextOf("crash", { now }), {}, impatient))).toMatchObject({
      code: "IDEMPOTENCY_IN_PROGRESS",
    });
    await endLeases();
    const answer = await charge(contextOf("crash", { now }), {}, impatient);
    expect(answer.id).toBe("intent");
    expect(party.calls).toEqual([said[0]]);
    expect(await bodies()).toEqual(["charge-1"]);
  });
});

test("two runs that both believe to have the lease settle once and return the same response", async () => {
  const release = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const slow = contextOf("k");
  const first = charge(slow, {
    act: async (_intent, key) => {
      const reply = party.charge(key);
      started.resolve();
      await release.promise;
      return reply;
    },
  });
  await started.promise;
  await endLeases();
  const second = await charge(contextOf("k"), {}, impatient);
  release.resolve();
  expect(await first).toEqual(second);
  expect(slow.meter.replayed).toBe(true);
  expect(party.effects.size).toBe(1);
});

test("without a key each request runs its three steps under an effect key with its request id", async () => {
  const first = await charge(contextOf(null));
  const second = await charge(contextOf(null));
  expect(first.charge).not.toBe(second.charge);
  for (const key of party.calls) expect(key).toMatch(/^hub:charge:req_12345678:[0-9a-z]{26}$/);
  expect(await server.query("SELECT 1 FROM notes.idempotency_keys")).toEqual([]);
});

test("the effect key contains the idempotency key, fits a header, and is never shared", async () => {
  const long = `${"k".repeat(200)}é alias`;
  await charge(contextOf("mine"));
  await charge(contextOf("mine", { ownerId: "bob" }));
  await charge(contextOf("mine"), {}, { operation: "other" });
  await charge(contextOf(long));
  expect(party.effects.size).toBe(4);
  expect(party.calls[0]).toMatch(/^hub:charge:mine:/);
  expect(party.calls[2]).toMatch(/^hub:other:mine:/);
  for (const key of party.calls) expect(key).toMatch(/^[!-~]{1,255}$/);
});

test("after 24 hours the same key causes a new effect", async () => {
  await charge(contextOf("k"));
  const late = contextOf("k", { now: new Date(noon.getTime() + 86_400_000) });
  await charge(late, {}, { input: "another" });
  expect(late.meter.replayed).toBe(false);
  expect(party.effects.size).toBe(2);
});

test("beforeCommit work joins the second transaction, once per response", async () => {
  const commits: unknown[] = [];
  const beforeCommit = async (_em: EntityManager, result: unknown) => void commits.push(result);
  const fail = { act: async () => Promise.reject(new DomainError("PROCESSOR_ERROR", "Down.")) };
  await failureOf(charge(contextOf("k", { beforeCommit }), fail));
  await failureOf(charge(contextOf(null, { beforeCommit }), fail));
  expect(commits).toEqual([]);
  const answer = await charge(contextOf("k", { beforeCommit }));
  expect(commits).toEqual([answer]);
  await charge(contextOf("k", { beforeCommit }));
  expect(commits).toEqual([answer, answer]);
  await charge(contextOf(null, { beforeCommit }));
  expect(commits).toHaveLength(3);
});

test("keyed writes inside a step are covered by its key", async () => {
  const ctx = contextOf("k");
  const inner = (body: string) => exactlyOnce(ctx, { operation: "inner", input: body }, async () => body);
  await charge(ctx, {
    record: async (em) => (await inner("a"), steps.record(em, undefined)),
    settle: async (em, intent, reply) => (await inner("b"), steps.settle(em, intent, reply)),
  });
  expect(await server.query("SELECT operation FROM notes.idempotency_keys")).toEqual([
    { operation: "charge" },
  ]);
});

describe("the prepare step", () => {
  test("prepare runs once, its result goes to record, and a replay does not run it", async () => {
    let asked = 0;
    const prepare = async () => ++asked;
    const prepared: unknown[] = [];
    const record = (em: EntityManager, given: unknown) => (prepared.push(given), steps.record(em, given));
    const calls = Array.from({ length: 10 }, () => charge(contextOf("k"), { prepare, record }));
    expect(new Set((await Promise.all(calls)).map(({ id }) => id)).size).toBe(1);
    await charge(contextOf("k"), { prepare, record });
    expect(prepared).toEqual([1]);
    await charge(contextOf(null), { prepare, record });
    expect(prepared).toEqual([1, 2]);
  });

  test("prepare runs before any write, and its refusal leaves the key free", async () => {
    const prepare = async () => {
      expect(await bodies()).toEqual([]);
      throw new DomainError("BOT_CHECK_FAILED", "No.");
    };
    expect(await failureOf(charge(contextOf("k"), { prepare }))).toMatchObject({ code: "BOT_CHECK_FAILED" });
    expect(await bodies()).toEqual([]);
    await charge(contextOf("k"), { prepare: async () => 1 }, impatient);
    expect(await bodies()).toEqual(["charge-1"]);
  });

  test("prepare does not run again once an intent is recorded", async () => {
    let asked = 0;
    const prepare = async () => ++asked;
    await failureOf(charge(contextOf("k"), { prepare, act: () => Promise.reject(new Error("down")) }));
    await charge(contextOf("k"), { prepare }, impatient);
    expect(asked).toBe(1);
  });

  test("a run that lost its lease during prepare writes nothing", async () => {
    const answers: Promise<Charge>[] = [];
    const slow = charge(contextOf("k"), {
      prepare: async () => {
        await endLeases();
        answers.push(charge(contextOf("k"), {}, impatient));
        await answers[0];
      },
    });
    expect(await failureOf(slow)).toMatchObject({ code: "IDEMPOTENCY_IN_PROGRESS" });
    expect(await bodies()).toEqual(["charge-1"]);
    expect(await charge(contextOf("k"))).toEqual(await answers[0]);
  });
});

test("one-time fields are sealed in the stored response, and shown to retries before they expire", async () => {
  const revealedOnce = {
    fields: ["charge"],
    keepForMs: 60_000,
    keyRing: deriveKeyRing("a secret for a test of sealing"),
  };
  const first = await charge(contextOf("k"), {}, { revealedOnce });
  expect(await charge(contextOf("k"), {}, { revealedOnce })).toEqual(first);
  const [row] = await server.query<{ text: string }>(
    "SELECT row_to_json(k)::text AS text FROM notes.idempotency_keys k",
  );
  expect(row!.text).not.toContain(first.charge);
  const late = contextOf("k", { now: new Date(noon.getTime() + 60_000) });
  expect(await charge(late, {}, { revealedOnce })).toEqual({ ...first, charge: null });
});

test("onceOutside inside a transaction is a bug", async () => {
  const ctx = contextOf("k");
  await expect(inTransaction(ctx, () => charge(ctx))).rejects.toThrow(
    "must not be called inside a transaction",
  );
});
