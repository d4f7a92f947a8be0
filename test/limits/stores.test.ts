import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LimitStore } from "../../src/limits/limits.types.ts";
import { MemoryStore } from "../../src/limits/memory-store.ts";
import { RedisStore } from "../../src/limits/redis-store.ts";
import { until } from "../support/poll.ts";
import { silentLog } from "../support/silent-log.ts";
import { hasRedis, startTestRedis, type TestRedis } from "../support/redis.ts";
import { callSequences, requestOf } from "./requests.ts";

const start = Date.parse("2026-12-31T23:59:30.000Z");
let subjects = 0;
const newSubject = () => `user:${(subjects += 1)}`;

/** Behaviour of every store, whatever its implementation. */
function describeStore(open: () => LimitStore): void {
  test("a request that one window refuses is counted in none", async () => {
    const store = open();
    const subject = newSubject();
    const checks = [{ kind: "minute", limit: 1 } as const, { kind: "day", limit: 5 } as const];
    await store.decide(requestOf(checks, { subject, now: start }));
    const refused = await store.decide(requestOf(checks, { subject, now: start + 1 }));
    expect(refused.refusal).toEqual({ name: "minute", limit: 1, remaining: 0, resetAt: start + 60_000 });
    expect(refused.windows[1]).toMatchObject({ name: "day", remaining: 4 });
    const nextMinute = await store.decide(requestOf(checks, { subject, now: start + 60_000 }));
    expect(nextMinute.refusal).toBeNull();
  });

  test("of several full windows, the one that opens last is reported", async () => {
    const store = open();
    const subject = newSubject();
    const checks = [{ kind: "minute", limit: 1 } as const, { kind: "day", limit: 1 } as const];
    const now = start - 3_600_000;
    await store.decide(requestOf(checks, { subject, now }));
    const { refusal } = await store.decide(requestOf(checks, { subject, now }));
    expect(refusal).toMatchObject({ name: "day", resetAt: Date.parse("2027-01-01T00:00:00.000Z") });
  });

  test("a request with more units than the limit fits into an empty window", async () => {
    const store = open();
    const subject = newSubject();
    const heavy = [{ kind: "minute", limit: 3, units: 50 } as const];
    expect((await store.decide(requestOf(heavy, { subject, now: start }))).refusal).toBeNull();
    const { refusal } = await store.decide(requestOf(heavy, { subject, now: start + 1 }));
    expect(refusal?.resetAt).toBe(start + 60_000);
  });

  test("a check of zero units shows its window, and neither refuses the request nor counts it", async () => {
    const store = open();
    const subject = newSubject();
    const kinds = ["minute", "hour", "day", "month"] as const;
    const full = kinds.map((kind) => ({ kind, limit: 3, units: 3 }));
    await store.decide(requestOf(full, { subject, now: start }));
    // Above its limit, as after a change to a smaller plan.
    const shown = kinds.map((kind) => ({ kind, limit: 2, units: 0 }));
    for (let count = 0; count < 3; count++) {
      const { refusal, windows } = await store.decide(requestOf(shown, { subject, now: start + 1 }));
      expect([refusal, windows.map(({ remaining }) => remaining)]).toEqual([null, [0, 0, 0, 0]]);
    }
    const more = kinds.map((kind) => ({ kind, limit: 4, units: 1 }));
    expect((await store.decide(requestOf(more, { subject, now: start + 1 }))).refusal).toBeNull();
  });

  test("calendar windows end with the UTC hour, day and month, leap days included", async () => {
    const ends = [
      ["hour", "2028-02-29T23:59:59.999Z", "2028-03-01T00:00:00.000Z"],
      ["day", "2028-02-28T00:00:00.000Z", "2028-02-29T00:00:00.000Z"],
      ["month", "2028-02-29T12:00:00.000Z", "2028-03-01T00:00:00.000Z"],
      ["month", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
      ["month", "2027-01-31T23:59:59.999Z", "2027-02-01T00:00:00.000Z"],
    ] as const;
    for (const [kind, at, end] of ends) {
      const { windows } = await open().decide(
        requestOf([{ kind }], { subject: newSubject(), now: Date.parse(at) }),
      );
      expect([kind, new Date(windows[0]!.resetAt).toISOString()]).toEqual([kind, end]);
    }
  });

  test("refunded units can be used again, and never more of them", async () => {
    const store = open();
    const subject = newSubject();
    const request = requestOf(
      [
        { kind: "minute", limit: 9 },
        { kind: "day", limit: 1 },
      ],
      { subject, now: start },
    );
    await store.decide(request);
    await store.giveBack(request);
    await store.giveBack(request);
    expect((await store.decide(request)).refusal).toBeNull();
    expect((await store.decide(request)).refusal).toMatchObject({ name: "day" });
  });

  test("a window without a limit counts for the day on which it has one", async () => {
    const store = open();
    const subject = newSubject();
    const decideWith = (limit: number | null) =>
      store.decide(requestOf([{ kind: "day", limit }], { subject, now: start }));
    for (let call = 0; call < 4; call++) expect((await decideWith(null)).windows).toEqual([]);
    expect((await decideWith(5)).windows[0]).toMatchObject({ remaining: 0 });
    expect((await decideWith(5)).refusal).not.toBeNull();
  });

  test("a bucket admits its burst immediately and then one request per interval", async () => {
    const store = open();
    const subject = newSubject();
    const at = async (now: number) =>
      store.decide(requestOf([{ kind: "bucket", limit: 20, intervalMs: 100 }], { subject, now }));
    for (let call = 0; call < 20; call++) expect((await at(start)).refusal).toBeNull();
    expect((await at(start)).refusal?.resetAt).toBe(start + 100);
    expect((await at(start + 99)).refusal).not.toBeNull();
    expect((await at(start + 100)).refusal).toBeNull();
    expect((await at(start + 100)).refusal).not.toBeNull();
    // A second later there are ten more.
    const later = await Promise.all(Array.from({ length: 11 }, () => at(start + 1_100)));
    expect(later.filter(({ refusal }) => refusal === null)).toHaveLength(10);
  });
}

describe("in memory", () => {
  describeStore(() => new MemoryStore());
});

describe.skipIf(!hasRedis)("in Redis (skipped where there is no redis-server)", () => {
  let redis: TestRedis;
  let store: RedisStore;
  beforeAll(async () => {
    redis = await startTestRedis();
    store = new RedisStore({ url: redis.url, log: silentLog, timeoutMs: 5_000 });
    await store.connect();
  });
  afterAll(async () => {
    await store?.close();
    await redis?.stop();
  });

  describeStore(() => store);

  test("any sequence of calls gets the decisions that memory takes", async () => {
    await fc.assert(
      fc.asyncProperty(callSequences, async (calls) => {
        const memory = new MemoryStore();
        const subject = newSubject();
        let now = start;
        for (const { gap, checks, takesBack } of calls) {
          now += gap;
          const request = requestOf(checks, { subject, now });
          const decision = await store.decide(request);
          expect(decision).toEqual(memory.decide(request));
          if (!takesBack || decision.refusal) continue;
          await store.giveBack(request);
          memory.giveBack(request);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("a server that is not there yet is found when it comes", async () => {
    const late = await startTestRedis();
    await late.stop();
    const early = new RedisStore({ url: late.url, log: silentLog, timeoutMs: 500 });
    await expect(early.connect()).rejects.toThrow();
    const decide = () => early.decide(requestOf([{}], { subject: newSubject(), now: start }));
    await expect(decide()).rejects.toThrow();
    await late.start();
    await until("the connection is made", () => decide().catch(() => null));
    await early.close();
    await late.stop();
  });

  test("real time is the server's, whatever the process says", async () => {
    const before = Date.now();
    const request = requestOf([{ limit: 1 }], { subject: newSubject(), now: 1, isTestTime: false });
    const first = await store.decide(request);
    expect(Math.abs(first.now - before)).toBeLessThan(60_000);
    const second = await store.decide({ ...request, now: 10 ** 12 });
    expect(second.refusal?.resetAt).toBe(first.now + 60_000);
  });
});
