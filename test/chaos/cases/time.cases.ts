import { setTimeout as wait } from "node:timers/promises";
import type { ChaosCase, ChaosWorld } from "../chaos.types.ts";
import { healed, nothingLost, nothingWrong, promise } from "../expectations.ts";
import { stepClock } from "../clock-step.ts";

const healWithinMs = 120_000;

async function step(world: ChaosWorld, kind: "hub" | "router", seconds: number) {
  world.traffic.reset();
  for (const one of world.split.all(kind)) stepClock(one, seconds);
  await wait(2_500);
  const { ok, refused } = world.traffic.counts;
  for (const one of world.split.all(kind)) stepClock(one, 0);
  // The clocks are read every second.
  await wait(1_200);
  const healMs = await healed(world, healWithinMs);
  nothingWrong(world);
  return { ok, refused, healMs };
}

const clockSteps: ChaosCase = {
  name: "clocks step",
  promise:
    "Clocks may differ by half a minute; where a subgraph's is further ahead, calls to it are refused with 503 until they agree.",
  run: async (world) => {
    const small = await step(world, "hub", 30);
    promise(small.refused === 0, `${small.refused} refused with 30 s between the clocks`);
    const ahead = await step(world, "hub", 3_600);
    promise(ahead.refused > 0, "calls that were signed an hour ago are taken for new ones");
    const behind = await step(world, "hub", -3_600);
    const router = await step(world, "router", 1_800);
    await nothingLost(world);
    return {
      "30 s: refused": small.refused,
      "hub 1 h ahead: refused": ahead.refused,
      "hub 1 h behind: refused": behind.refused,
      "routers 30 min ahead: refused": router.refused,
      "heal ms": ahead.healMs,
    };
  },
};

const fullQueue: ChaosCase = {
  name: "a full queue",
  promise:
    "While no worker runs, work waits and requests are answered as ever; a worker then does all of it, each piece once.",
  run: async (world) => {
    world.traffic.reset();
    const workers = world.split.all("worker");
    for (const worker of workers) worker.signal("SIGSTOP");
    await world.sql(
      `INSERT INTO jobs.job (name, data, policy, retry_limit, singleton_key)
       SELECT name, '{}'::jsonb, policy, 0, 'filler-' || n FROM jobs.queue, generate_series(1, 2000) AS n
       WHERE name = 'housekeeping'`,
    );
    await wait(3_000);
    const waiting = await waitingEvents(world);
    const { ok, refused, cut } = world.traffic.counts;
    promise(refused + cut === 0, `${refused} refused and ${cut} cut off for want of a worker`);
    await world.sql("DELETE FROM jobs.job WHERE singleton_key LIKE 'filler-%'");
    const startedAt = performance.now();
    for (const worker of workers) worker.signal("SIGCONT");
    while ((await waitingEvents(world)) > 50) {
      promise(performance.now() - startedAt < 60_000, `${await waitingEvents(world)} events still wait`);
      await wait(100);
    }
    nothingWrong(world);
    await nothingLost(world);
    return {
      ok,
      "events that waited": waiting,
      "worked off in ms": Math.round(performance.now() - startedAt),
    };
  },
};

async function waitingEvents({ sql }: ChaosWorld): Promise<number> {
  const [row] = await sql<{ count: number }>(
    `SELECT (SELECT count(*) FROM hub.outbox_events WHERE published_at IS NULL)::int
          + (SELECT count(*) FROM gateway.outbox_events WHERE published_at IS NULL)::int AS count`,
  );
  return row!.count;
}

export const timeCases: readonly ChaosCase[] = [clockSteps, fullQueue];
