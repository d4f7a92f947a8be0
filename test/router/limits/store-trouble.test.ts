import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { hasRedis, startTestRedis, type TestRedis } from "../../support/redis.ts";

describe.skipIf(!hasRedis)("a platform on Redis (skipped where there is no redis-server)", () => {
  let redis: TestRedis;
  let app: TestApp;
  beforeAll(async () => {
    redis = await startTestRedis();
    app = await createTestApp({ RATE_LIMITS: "on", REDIS_URL: redis.url });
  });
  afterAll(async () => {
    await app?.close();
    await redis?.stop();
  });

  const as = async (sub: string) => ({ authorization: `Bearer ${await app.tokenFor({ sub })}` });
  const health = async () => (await app.get("/healthz")).body.status as string;
  async function admitted(calls: number, headers: Record<string, string>): Promise<number> {
    let count = 0;
    for (let call = 0; call < calls; call++) {
      if ((await app.get("/credits/balance/central", headers)).status === 200) count += 1;
    }
    return count;
  }

  test("limits hold with Redis, in a quarter without it, where money waits, and again when it is back", async () => {
    expect(await admitted(12, await as("on-redis"))).toBe(10);
    expect(await health()).toBe("ok");

    await redis.stop();
    expect(await admitted(12, await as("without-redis"))).toBe(2);
    expect(await health()).toBe("degraded");
    expect((await app.get("/readyz")).status).toBe(200);
    const spent = await app.post(
      "/credits/consume",
      { appId: "central", amount: 1, description: "x" },
      await app.as("eve"),
    );
    expect([spent.status, spent.body.code, spent.headers["retry-after"]]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      "1",
    ]);

    await redis.start();
    const someone = await app.as("eve");
    await until("Redis is used again", async () => {
      await app.get("/credits/balance/central", someone);
      return (await health()) === "ok";
    });
    expect(await admitted(12, await as("redis-is-back"))).toBe(10);
  });
});

describe("a platform without Redis", () => {
  test("a closing router has stored all its counts", async () => {
    const app = await createTestApp({ RATE_LIMITS: "on" });
    try {
      const headers = { authorization: `Bearer ${await app.tokenFor({ sub: "closing" })}` };
      for (let call = 0; call < 3; call++) await app.get("/credits/balance/central", headers);
      await app.running.router.server.close();
      const counts = await app.database.query<{ used: number }>(
        "SELECT used FROM hub.limit_counts WHERE subject = 'user:closing' AND counter LIKE 'free day %'",
      );
      const stamps = await app.database.query<{ units: number }>(
        "SELECT sum(units)::int AS units FROM hub.limit_stamps WHERE subject = 'user:closing' AND counter = 'free'",
      );
      expect([counts, stamps]).toEqual([[{ used: 3 }], [{ units: 3 }]]);
    } finally {
      await app.close();
    }
  });
});
