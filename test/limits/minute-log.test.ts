import fc from "fast-check";
import { expect, test } from "vitest";
import type { LimitRequest } from "../../src/limits/limits.types.ts";
import { MemoryStore } from "../../src/limits/memory-store.ts";
import { minuteMs } from "../../src/limits/minute-log.ts";

const limits = fc.integer({ min: 1, max: 12 });
/** Steps that fall on, right before and right after the edges of a window. */
const steps = fc.array(
  fc.oneof(
    fc.constantFrom(0, 1, minuteMs - 1, minuteMs, minuteMs + 1, minuteMs / 2, 999, 1_000),
    fc.integer({ min: 0, max: 20_000 }),
  ),
  { minLength: 1, maxLength: 150 },
);

function requestOf(now: number, limit: number, units = 1): LimitRequest {
  const check = { name: "minute", kind: "minute", counter: "c", limit, units } as const;
  return { subject: "user:one", checks: [check], now, isTestTime: false, isLasting: false };
}

function mostInAnyMinute(stamps: readonly number[]): number {
  let most = 0;
  for (const end of stamps) {
    most = Math.max(most, stamps.filter((stamp) => stamp > end - minuteMs && stamp <= end).length);
  }
  return most;
}

test("whatever the arrival times, no trailing 60 seconds hold more than the limit", () => {
  fc.assert(
    fc.property(limits, steps, (limit, gaps) => {
      const store = new MemoryStore();
      const admitted: number[] = [];
      let now = 1_800_000_000_000;
      for (const gap of gaps) {
        now += gap;
        if (!store.decide(requestOf(now, limit)).refusal) admitted.push(now);
      }
      return mostInAnyMinute(admitted) <= limit;
    }),
  );
});

test("a request is refused only when the minute before it is full: the log is exact", () => {
  fc.assert(
    fc.property(limits, steps, (limit, gaps) => {
      const store = new MemoryStore();
      const admitted: number[] = [];
      let now = 1_800_000_000_000;
      for (const gap of gaps) {
        now += gap;
        const used = admitted.filter((stamp) => stamp > now - minuteMs).length;
        const { refusal, windows } = store.decide(requestOf(now, limit));
        expect(refusal === null).toBe(used < limit);
        expect(windows[0]!.remaining).toBe(refusal ? limit - used : limit - used - 1);
        if (!refusal) admitted.push(now);
      }
    }),
  );
});

test("after a refusal the request fits exactly at the announced time, and not a millisecond earlier", () => {
  fc.assert(
    fc.property(limits, fc.integer({ min: 1, max: 15 }), steps, (limit, units, gaps) => {
      let now = 1_800_000_000_000;
      const calls: number[] = [];
      const storeAsOf = () => {
        const store = new MemoryStore();
        for (const at of calls) store.decide(requestOf(at, limit));
        return store;
      };
      for (const gap of gaps.slice(0, 30)) {
        calls.push((now += gap));
      }
      const { refusal } = storeAsOf().decide(requestOf(now, limit, units));
      if (!refusal) return;
      expect(refusal.resetAt).toBeGreaterThan(now);
      expect(storeAsOf().decide(requestOf(refusal.resetAt - 1, limit, units)).refusal).not.toBeNull();
      expect(storeAsOf().decide(requestOf(refusal.resetAt, limit, units)).refusal).toBeNull();
    }),
  );
});

test("a machine's clock that steps back admits no more than the limit", () => {
  const store = new MemoryStore();
  const at = 1_800_000_000_000;
  const admitted = [at, at - 5_000, at - 70_000, at + 1].filter(
    (now) => !store.decide(requestOf(now, 2)).refusal,
  );
  expect(admitted).toHaveLength(2);
});

test("a log with more units than its capacity keeps all that still count", () => {
  const store = new MemoryStore();
  let now = 1_800_000_000_000;
  let admitted = 0;
  for (let call = 0; call < 20_000; call++) {
    now += 10;
    if (!store.decide(requestOf(now, 6_000)).refusal) admitted += 1;
  }
  // 200 seconds of 100 calls a second: exactly what the ceiling lets through.
  expect(admitted).toBe(20_000);
  expect(store.decide(requestOf(now, 6_000)).refusal).not.toBeNull();
  expect(store.decide(requestOf(now + 10, 6_000)).refusal).toBeNull();
});
