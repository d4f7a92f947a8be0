import { expect, test } from "vitest";
import { EntityCache, type Lookup } from "../../../router/entity-cache/entity-cache.ts";
import { EntityCacheMetrics } from "../../../router/entity-cache/cache-metrics.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";

/** A cache that receives events, with a clock that the test moves. */
function openCache({ maxBytes = 1_000_000, settleMs = 100 } = {}) {
  let now = 1_000;
  const { registry } = createMetrics();
  const metrics = new EntityCacheMetrics(registry);
  const cache = new EntityCache({ maxBytes, settleMs, metrics, now: () => now });
  cache.listen(() => true);
  const outcomes = async () => {
    const { values } = await registry.getSingleMetric("entity_cache_lookups_total")!.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels["outcome"], value]));
  };
  return { cache, registry, outcomes, pass: (ms: number) => (now += ms) };
}

/** A lookup whose loads are counted; `next` is what the next load returns for each key. */
function lookup(next: (string | null)[] | (() => Promise<(string | null)[]>), events: string[] = ["e"]) {
  const loads: number[][] = [];
  const load: Lookup["load"] = (missing) => {
    loads.push([...missing]);
    return Array.isArray(next) ? Promise.resolve(next) : next();
  };
  return { loads, subgraph: "s", maxAgeSeconds: 10, events, load };
}

test("a second lookup is answered from memory, synchronously and without a load", async () => {
  const { cache, outcomes } = openCache();
  const first = lookup(['{"a":1}']);
  expect(await cache.find(["k"], first)).toEqual(['{"a":1}']);
  const second = lookup(["never"]);
  expect(cache.find(["k"], second)).toEqual(['{"a":1}']);
  expect([first.loads, second.loads]).toEqual([[[0]], []]);
  expect(await outcomes()).toEqual({ miss: 1, hit_memory: 1 });
});

test("an entry ends with its lifetime", async () => {
  const { cache, pass } = openCache();
  await cache.find(["k"], lookup(["old"]));
  pass(9_999);
  expect(await cache.find(["k"], lookup(["new"]))).toEqual(["old"]);
  pass(2);
  expect(await cache.find(["k"], lookup(["new"]))).toEqual(["new"]);
});

test("only missing keys are loaded, and everyone gets theirs in order", async () => {
  const { cache } = openCache();
  await cache.find(["b"], lookup(["B"]));
  const mixed = lookup(["A", "C"]);
  expect(await cache.find(["a", "b", "c"], mixed)).toEqual(["A", "B", "C"]);
  expect(mixed.loads).toEqual([[0, 2]]);
});

test("an event ends its entries and no others", async () => {
  const { cache, pass } = openCache({ settleMs: 0 });
  await cache.find(["k"], lookup(["K"], ["prices"]));
  await cache.find(["other"], lookup(["O"], ["apps"]));
  cache.invalidate("prices");
  pass(1);
  expect(await cache.find(["k"], lookup(["K2"], ["prices"]))).toEqual(["K2"]);
  expect(cache.find(["other"], lookup(["O2"], ["apps"]))).toEqual(["O"]);
});

test("an event during a fetch keeps its old result out of the cache", async () => {
  const { cache, pass } = openCache({ settleMs: 0 });
  const slow = Promise.withResolvers<(string | null)[]>();
  const reading = cache.find(
    ["k"],
    lookup(() => slow.promise),
  );
  cache.invalidate("e");
  pass(1);
  // A caller after the event does not wait for the fetch from before it.
  expect(await cache.find(["k"], lookup(["new"]))).toEqual(["new"]);
  slow.resolve(["old"]);
  expect(await reading).toEqual(["old"]);
  expect(cache.find(["k"], lookup(["never"]))).toEqual(["new"]);
});

test("shortly after an event nothing is cached, since a subgraph may still remember the old data", async () => {
  const { cache, pass } = openCache({ settleMs: 100 });
  cache.invalidate("e");
  pass(99);
  expect(cache.find(["k"], lookup(["stale"]))).toBeNull();
  pass(1);
  expect(await cache.find(["k"], lookup(["new"]))).toEqual(["new"]);
});

test("a gap in the notifications ends all entries", async () => {
  const { cache, pass } = openCache({ settleMs: 0 });
  await cache.find(["k"], lookup(["old"], []));
  cache.invalidateAll();
  pass(1);
  expect(await cache.find(["k"], lookup(["new"], []))).toEqual(["new"]);
});

test("a process that cannot receive events caches nothing", async () => {
  const { cache } = openCache();
  await cache.find(["k"], lookup(["old"]));
  cache.listen(() => false);
  expect(cache.find(["k"], lookup(["new"]))).toBeNull();
});

test("a hundred lookups at once make one load", async () => {
  const { cache, outcomes } = openCache();
  const slow = Promise.withResolvers<(string | null)[]>();
  const asked = lookup(() => slow.promise);
  const all = Array.from({ length: 100 }, async () => cache.find(["k"], asked));
  slow.resolve(["K"]);
  expect(await Promise.all(all)).toEqual(Array.from({ length: 100 }, () => ["K"]));
  expect(asked.loads).toHaveLength(1);
  expect(await outcomes()).toEqual({ miss: 1, joined: 99 });
});

test("what must not be cached is noted for a while, so that its callers fetch for themselves", async () => {
  const { cache, pass } = openCache();
  const refused = lookup([null]);
  expect(await cache.find(["k"], refused)).toBeNull();
  expect(await cache.find(["k"], refused)).toBeNull();
  expect(refused.loads).toHaveLength(1);
  pass(5_001);
  expect(await cache.find(["k"], lookup(["K"]))).toEqual(["K"]);
});

test("a load that fails fails for all who wait, and is not remembered", async () => {
  const { cache } = openCache();
  const fails = lookup(() => Promise.reject(new Error("down")));
  const waiting = [cache.find(["k"], fails), cache.find(["k"], fails)];
  for (const one of waiting) await expect(one).rejects.toThrow("down");
  expect(fails.loads).toHaveLength(1);
  expect(await cache.find(["k"], lookup(["K"]))).toEqual(["K"]);
});

test("memory is bounded in bytes: old entries make room, and too large ones are not kept", async () => {
  const { cache, registry } = openCache({ maxBytes: 100_000 });
  const text = "x".repeat(1_000);
  for (let index = 0; index < 500; index += 1) {
    await cache.find([`k${index}`], lookup([text]));
    // In use, so it is never the one that makes room.
    await cache.find(["hot"], lookup(["hot"]));
  }
  const read = async (name: string) => (await registry.getSingleMetric(name)!.get()).values[0]!.value;
  expect(await read("entity_cache_bytes")).toBeLessThanOrEqual(100_000);
  expect(await read("entity_cache_entries")).toBeGreaterThan(20);
  expect(await read("entity_cache_evictions_total")).toBeGreaterThan(400);
  expect(cache.find(["hot"], lookup(["never"]))).toEqual(["hot"]);
  await cache.find(["large"], lookup(["x".repeat(50_000)]));
  const again = lookup(["again"]);
  await cache.find(["large"], again);
  expect(again.loads).toHaveLength(1);
});
