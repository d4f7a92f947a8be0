import { setTimeout as wait } from "node:timers/promises";
import type { SplitProcess } from "../../split/split-process.ts";
import type { ChaosCase, ChaosWorld, Facts } from "../chaos.types.ts";
import { healed, nothingLost, nothingWrong, promise } from "../expectations.ts";

const healWithinMs = 120_000;

/** Kills these processes together under load; a supervisor restarts them. */
async function killUnderLoad(world: ChaosWorld, victims: readonly SplitProcess[]): Promise<Facts> {
  world.traffic.reset();
  await wait(300);
  const before = world.traffic.counts.ok;
  for (const victim of victims) victim.signal("SIGKILL");
  const healMs = await healed(world, healWithinMs);
  nothingWrong(world);
  promise(world.traffic.counts.ok > before, "nothing was answered under load");
  const { refused, cut } = world.traffic.counts;
  for (const victim of victims) await victim.untilReady();
  await nothingLost(world);
  return { "heal ms": healMs, refused, cut };
}

const oneOf = (kind: "property" | "gateway" | "router" | "worker"): ChaosCase => ({
  name: `kill ${kind}`,
  promise: `A ${kind} process that is killed takes no acknowledged write with it.`,
  run: (world) => killUnderLoad(world, [world.split.one(kind)]),
});

/** Killed with all its like, so that there is no other one to take over. */
export const killHub: ChaosCase = {
  name: "kill hub",
  promise: "With every hub killed at once nothing is answered wrongly, and no acknowledged write is lost.",
  run: (world) => killUnderLoad(world, world.split.all("hub")),
};

const killOneOfSeveral: ChaosCase = {
  name: "kill one of two hubs",
  promise: "The other one takes over at once: reads go on, and writes that had not reached the dead one.",
  isImpossible: ({ split }) => (split.all("hub").length > 1 ? null : "there is one hub only"),
  run: async (world) => {
    world.traffic.reset();
    world.split.one("hub").signal("SIGKILL");
    await wait(1_500);
    nothingWrong(world);
    const { refused, cut, ok } = world.traffic.counts;
    const gapMs = Math.round(world.traffic.longestGapMs);
    // Only the dead process's running requests may fail: at most one per client.
    promise(refused + cut <= 12, `${refused} refused and ${cut} cut off, where another hub was there`);
    await world.split.one("hub").untilReady();
    await nothingLost(world);
    return { ok, refused, cut, "longest gap ms": gapMs };
  },
};

const rollingRestart: ChaosCase = {
  name: "rolling restart",
  promise: "Each process is replaced in turn, and no request fails.",
  isImpossible: ({ split }) =>
    split.all("hub").length > 1 && split.all("gateway").length > 1 && split.all("router").length > 1
      ? null
      : "there is one of each only",
  run: async (world) => {
    world.traffic.reset();
    const startedAt = performance.now();
    const several = world.split.processes.filter(({ kind }) => world.split.all(kind).length > 1);
    for (const one of several) {
      const pid = one.pid;
      one.signal("SIGTERM");
      while (one.pid === pid) await wait(20);
      await one.untilReady();
      // The load balancer polls it every half second.
      await wait(1_000);
    }
    const { ok, refused, cut, wrong } = world.traffic.counts;
    promise(
      ok > 0 && refused + cut + wrong === 0,
      `${refused} refused, ${cut} cut off, ${wrong} wrong: ${world.traffic.failures.slice(0, 3).join(" | ")}`,
    );
    await nothingLost(world);
    return {
      restarted: several.length,
      ok,
      failed: 0,
      seconds: Math.round((performance.now() - startedAt) / 1000),
    };
  },
};

export const processCases: readonly ChaosCase[] = [
  rollingRestart,
  killOneOfSeveral,
  killHub,
  oneOf("property"),
  oneOf("gateway"),
  oneOf("router"),
  oneOf("worker"),
];
