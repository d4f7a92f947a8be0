import { expect, test } from "vitest";
import { FallbackStore } from "../../src/limits/fallback-store.ts";
import type { Decision, LimitRequest, LimitStore } from "../../src/limits/limits.types.ts";
import { MemoryStore } from "../../src/limits/memory-store.ts";
import { silentLog } from "../support/silent-log.ts";
import { until } from "../support/poll.ts";
import { requestOf } from "./requests.ts";

/** A store in memory that can be put into trouble. */
class TroubledStore extends MemoryStore {
  trouble: "none" | "fails" | "hangs" = "none";
  asked = 0;

  override decide(request: LimitRequest): Decision {
    this.asked += 1;
    if (this.trouble === "fails") throw new Error("no connection");
    if (this.trouble === "hangs") return new Promise(() => undefined) as never;
    return super.decide(request);
  }
}

function open(retryAfterMs = 60_000): { store: LimitStore; real: TroubledStore } {
  const real = new TroubledStore();
  return { real, store: new FallbackStore({ store: real, log: silentLog, timeoutMs: 30, retryAfterMs }) };
}

async function admitted(store: LimitStore, calls: number, request: LimitRequest): Promise<number> {
  let count = 0;
  for (let call = 0; call < calls; call++) if (!(await store.decide(request)).refusal) count += 1;
  return count;
}

test.each(["fails", "hangs"] as const)(
  "a store that %s leaves a quarter of the limit to each process",
  async (trouble) => {
    const { store, real } = open();
    expect(store.degradation()).toBeNull();
    real.trouble = trouble;
    expect(await admitted(store, 20, requestOf([{ limit: 30 }]))).toBe(7);
    expect(await admitted(store, 5, requestOf([{ limit: 2, counter: "small" }]))).toBe(1);
    expect(store.degradation()).toContain("quarter");
    // Only the first call waited for it.
    expect(real.asked).toBe(1);
  },
);

test("operations that move money are refused while limits cannot be checked", async () => {
  const { store, real } = open();
  real.trouble = "fails";
  const request = requestOf([{ limit: 30 }], { failsClosed: true });
  for (let call = 0; call < 2; call++) {
    await expect(Promise.resolve().then(() => store.decide(request))).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      status: 503,
    });
  }
});

test("a store that recovers is used again, with its stored counts", async () => {
  const { store, real } = open(20);
  const request = requestOf([{ limit: 8 }]);
  expect(await admitted(store, 5, request)).toBe(5);
  real.trouble = "fails";
  expect(await admitted(store, 5, request)).toBe(2);
  real.trouble = "none";
  await until("the store is tried again", async () => {
    await store.decide(requestOf([{ limit: 8, counter: "other" }]));
    return store.degradation() === null;
  });
  expect(await admitted(store, 5, request)).toBe(3);
});
