import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mergeProperties } from "../../subgraphs/property/properties/merged-properties.service.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { until } from "../support/poll.ts";
import { hasRedis, startTestRedis, type TestRedis } from "../support/redis.ts";
import {
  buildProgram,
  freePorts,
  startProgram,
  statusOf,
  type ProgramRun,
} from "./support/platform-process.ts";

const names = ["hub", "property", "gateway", "router", "router"] as const;

describe.skipIf(!hasRedis)("two routers in split mode (skipped where there is no redis-server)", () => {
  /** The platform in one process without Redis, and beside it in five with Redis, on the same database. */
  let one: TestApp;
  let redis: TestRedis;
  const runs: ProgramRun[] = [];
  let routers: { url: string; metricsUrl: string }[];

  beforeAll(async () => {
    await buildProgram();
    redis = await startTestRedis();
    one = await createTestApp();
    const ports = await freePorts(names.length * 2);
    const urlOf = (index: number) => `http://127.0.0.1:${ports[index]}`;
    routers = [3, 4].map((index) => ({ url: urlOf(index), metricsUrl: urlOf(index + names.length) }));
    names.forEach((name, index) => {
      runs.push(
        startProgram([name], {
          PORT: String(ports[index]),
          METRICS_PORT: String(ports[index + names.length]),
          LOG_LEVEL: "warn",
          DATABASE_URL: one.database.url,
          REDIS_URL: redis.url,
          // Machines of tests are busy.
          ENTITY_CACHE_REDIS_TIMEOUT_MS: "1000",
          INTERNAL_SECRET: "secret-of-the-cache-test",
          OIDC_ISSUER: `${one.sandboxUrl}/identity`,
          PUBLIC_URL: one.url,
          HUB_URL: urlOf(0),
          PROPERTY_URL: urlOf(1),
          GATEWAY_URL: urlOf(2),
        }),
      );
    });
    for (const index of names.keys())
      await until(
        `${names[index]} is ready`,
        async () => (await statusOf(`${urlOf(index)}/readyz`)) === 200,
        60_000,
      );
  });
  afterAll(async () => {
    for (const { child, ended } of runs) {
      child.kill("SIGTERM");
      await ended;
    }
    await one?.close();
    await redis?.stop();
  });

  const hitsAt = async (router: number, place: string): Promise<number> => {
    const metrics = await (await fetch(`${routers[router]!.metricsUrl}/metrics`)).text();
    const line = metrics
      .split("\n")
      .find((text) => text.includes(`outcome="hit_${place}"`) && text.includes("property"));
    return Number(line?.split(" ").at(-1) ?? 0);
  };

  test("one router serves what the other fetched, and a publish in another process ends it for both", async () => {
    const eve = await one.as("eve");
    const found = await one.get("/v1/properties/search?pageSize=2", eve);
    const [id, canonicalId] = found.body.properties.map((property: { id: string }) => property.id) as [
      string,
      string,
    ];
    const read = async (router: number) =>
      (await fetch(`${routers[router]!.url}/v1/properties/${id}`, { headers: eve })).json() as Promise<{
        canonicalId: string | null;
      }>;
    await until("one router is served what the other has put in Redis", async () => {
      await read(0);
      await read(1);
      return (await hitsAt(0, "redis")) + (await hitsAt(1, "redis")) > 0;
    });
    await until("both serve from memory", async () => {
      for (const router of [0, 1]) expect((await read(router)).canonicalId).toBeNull();
      return (await hitsAt(0, "memory")) > 0 && (await hitsAt(1, "memory")) > 0;
    });
    await mergeProperties(one.running.platform.contextIn("property"), { mergedId: id, canonicalId });
    await until(
      "both serve the new state",
      async () => (await read(0)).canonicalId === canonicalId && (await read(1)).canonicalId === canonicalId,
      3_000,
    );
  });
});
