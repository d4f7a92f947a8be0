import { afterAll, beforeAll, expect, test } from "vitest";
import { buildProgram } from "../platform/support/platform-process.ts";
import { startOwnRedis, type OwnRedis } from "../split/own-redis.ts";
import { openSpenders, type RunSql } from "../split/spenders.ts";
import { SplitWorld } from "../split/split-world.ts";
import { Traffic } from "../split/traffic.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { hugeBody, slowLoris } from "./cases/clients.cases.ts";
import { deadPart, lyingPart, redisGone, slowPart } from "./cases/parts.cases.ts";
import { killHub } from "./cases/processes.cases.ts";
import type { ChaosWorld } from "./chaos.types.ts";
import { healed } from "./expectations.ts";

/** The platform in one process works off what the four others leave to a worker. */
let one: TestApp;
let redis: OwnRedis | null = null;
let world: ChaosWorld | null = null;

beforeAll(async () => {
  await buildProgram();
  one = await createTestApp();
  redis = await startOwnRedis();
  const split = await SplitWorld.start({
    databaseUrl: one.database.url,
    sandboxPort: Number(new URL(one.sandboxUrl).port),
    ...(redis ? { redisUrl: redis.url } : {}),
    proxied: ["property"],
    env: { REQUEST_TIMEOUT_MS: "3000", DATABASE_POOL_SIZE: "4" },
  });
  for (const process of split.processes) process.supervise();
  const sql: RunSql = (text, values) => one.database.query(text, values);
  const people = await openSpenders(sql, `${one.sandboxUrl}/identity`, 3);
  const traffic = new Traffic(split.routerUrls, people);
  world = { split, traffic, people, sandboxUrl: one.sandboxUrl, sql, database: null, redis };
  await healed(world, 60_000);
  // Some forty requests in each second: without a pause they would keep both cores busy for as long as the file takes.
  traffic.start({ readers: 2, writers: 2, pauseMs: 60 });
});

afterAll(async () => {
  await world?.traffic.stop();
  await world?.split.stop();
  await redis?.kill();
  await one?.close();
});

test.for([deadPart, slowPart, lyingPart, slowLoris, hugeBody, killHub])(
  "$name: $promise",
  { timeout: 300_000 },
  async ({ run }) => {
    expect(await run(world!)).toBeTypeOf("object");
  },
);

test(`${redisGone.name}: ${redisGone.promise}`, { timeout: 300_000 }, async ({ skip }) => {
  skip(redis === null, "there is no redis-server on this machine");
  const facts = await redisGone.run(world!);
  expect(facts["money answers"]).toBe(503);
});
