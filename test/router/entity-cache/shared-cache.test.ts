import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { EntityCache, type Lookup } from "../../../router/entity-cache/entity-cache.ts";
import { SharedEntries } from "../../../router/entity-cache/shared-entries.ts";
import { SharedEventReceiver, SharedEventSender } from "../../../router/entity-cache/shared-events.ts";
import { until } from "../../support/poll.ts";
import { hasRedis, startTestRedis, type TestRedis } from "../../support/redis.ts";
import { silentLog } from "../../support/silent-log.ts";

const log = silentLog;

describe.skipIf(!hasRedis)("with Redis (skipped where there is no redis-server)", () => {
  let redis: TestRedis;
  let client: Redis;
  beforeAll(async () => {
    redis = await startTestRedis();
    client = new Redis(redis.url, { maxRetriesPerRequest: 0 });
    client.on("error", () => undefined);
  });
  afterAll(async () => {
    client?.disconnect();
    await redis?.stop();
  });

  /** A router of its own: a cache, and its connection for events. */
  async function openRouter({ timeoutMs = 1_000, quarantineMs = 0, now = () => performance.now() } = {}) {
    const { url } = redis;
    let failures = 0;
    const onFailure = () => void (failures += 1);
    const shared = new SharedEntries({ url, log, timeoutMs, restMs: 200, quarantineMs, onFailure });
    const cache = new EntityCache({ maxBytes: 1_000_000, shared, settleMs: 0, now });
    const receiver = new SharedEventReceiver(
      { url, log, intervalMs: 100, timeoutMs: 300 },
      { onEvent: (event) => cache.invalidate(event), onGap: () => cache.invalidateAll() },
    );
    cache.listen(() => receiver.isHearing);
    onTestFinished(async () => {
      await receiver.close();
      await cache.close();
    });
    await until("the router receives events", () => receiver.isHearing);
    await until("the router reaches entries", async () => (await shared.find([], [])).generation);
    return { cache, receiver, shared, failures: () => failures };
  }

  function openSender(): SharedEventSender {
    const sender = new SharedEventSender({ url: redis.url, log, intervalMs: 50 });
    onTestFinished(() => sender.close());
    return sender;
  }

  function lookup(text: string, more: Partial<Lookup> = {}) {
    const loads: number[][] = [];
    const load: Lookup["load"] = (missing) => {
      loads.push([...missing]);
      return Promise.resolve(missing.map(() => text));
    };
    return { loads, subgraph: "s", maxAgeSeconds: 10, events: ["e"], load, ...more };
  }

  const stored = (key: string) =>
    until(`${key} is in Redis`, async () => (await client.exists(`hub:cache:entry:${key}`)) === 1);

  test("what one router has fetched, another one does not fetch", async () => {
    const [one, two] = [await openRouter(), await openRouter()];
    await one.cache.find(["shared"], lookup("A"));
    await stored("shared");
    const asked = lookup("B");
    expect(await two.cache.find(["shared"], asked)).toEqual(["A"]);
    expect(asked.loads).toEqual([]);
    // From now on in its memory as well.
    expect(two.cache.find(["shared"], asked)).toEqual(["A"]);
  });

  test("an event from one process ends the entries of all, in memory and in Redis", async () => {
    const [one, two] = [await openRouter(), await openRouter()];
    const sender = openSender();
    for (const { cache } of [one, two]) await cache.find(["event"], lookup("old"));
    await stored("event");
    sender.send("e");
    const read = (router: typeof one) => router.cache.find(["event"], lookup("new"));
    await until("both have the new state", async () => {
      const texts = await Promise.all([read(one), read(two)]);
      return texts.every((text) => text?.[0] === "new");
    });
    const third = await openRouter();
    expect(await third.cache.find(["event"], lookup("never"))).toEqual(["new"]);
  });

  test("a result from before an event is not stored after it", async () => {
    const [one, two] = [await openRouter(), await openRouter()];
    const sender = openSender();
    const [slow, begun] = [Promise.withResolvers<(string | null)[]>(), Promise.withResolvers<void>()];
    const load = () => {
      begun.resolve();
      return slow.promise;
    };
    const reading = one.cache.find(["race"], lookup("", { load }));
    await begun.promise;
    sender.send("e");
    await until("the event is in Redis", async () => (await client.get("hub:cache:event:e")) !== null);
    await wait(50);
    slow.resolve(["old"]);
    expect(await reading).toEqual(["old"]);
    await wait(50);
    for (const { cache } of [one, two]) expect(await cache.find(["race"], lookup("new"))).toEqual(["new"]);
  });

  test("a memory entry from Redis lives no longer than the one in Redis", async () => {
    let passedMs = 0;
    const one = await openRouter();
    const two = await openRouter({ now: () => performance.now() + passedMs });
    await one.cache.find(["short"], lookup("A", { maxAgeSeconds: 120 }));
    await stored("short");
    // As if half of its time were over.
    const name = "hub:cache:entry:short";
    const [generation, expiresAt, text] = (await client.get(name))!.split("\n");
    await client.set(name, [generation, Number(expiresAt) - 60_000, text].join("\n"), "PX", 60_000);
    const find = (fresh: string) => two.cache.find(["short"], lookup(fresh, { maxAgeSeconds: 120 }));
    expect(await find("B")).toEqual(["A"]);
    await client.del(name);
    expect(await find("B")).toEqual(["A"]);
    passedMs = 60_000;
    expect(await find("B")).toEqual(["B"]);
  });

  test("entries of lost generations never come back", async () => {
    const one = await openRouter();
    await one.cache.find(["lost"], lookup("old"));
    await stored("lost");
    await client.del("hub:cache:event:e", "hub:cache:event:*");
    const two = await openRouter();
    expect(await two.cache.find(["lost"], lookup("new"))).toEqual(["new"]);
  });

  test("a Redis that does not respond costs a bounded wait once, and no errors", async () => {
    const router = await openRouter({ timeoutMs: 50 });
    await client.call("CLIENT", "PAUSE", "1500", "ALL");
    const startedAt = performance.now();
    expect(await router.shared.find(["slow"], ["e"])).toEqual({ entries: [null], generation: null });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(router.failures()).toBe(1);
    // Left alone for a while.
    for (let index = 0; index < 100; index += 1) await router.shared.find(["slow"], ["e"]);
    expect(router.failures()).toBeLessThan(10);
    await until("it is used again", async () => (await router.shared.find(["slow"], ["e"])).generation);
  });

  test("without Redis every lookup is a miss, memory is cleared, and missed events are sent once it is back", async () => {
    const router = await openRouter();
    const sender = openSender();
    await router.cache.find(["gone"], lookup("old"));
    await redis.stop();
    await until("the router notices", () => !router.receiver.isHearing);
    // Without events nothing may be cached: the caller fetches for itself.
    expect(router.cache.find(["gone"], lookup("new"))).toBeNull();
    sender.send("e");
    await redis.start();
    await until("the router receives events again", () => router.receiver.isHearing);
    await until(
      "the missed event is in Redis",
      async () => (await client.get("hub:cache:event:e").catch(() => null)) !== null,
    );
    await until("entries are shared again", async () => {
      const text = await router.cache.find(["gone"], lookup("new"));
      return text?.[0] === "new" && (await client.exists("hub:cache:entry:gone").catch(() => 0)) === 1;
    });
  });
});
