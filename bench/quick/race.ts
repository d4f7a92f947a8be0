import { openTools } from "../booking/call-tool.ts";
import { openRace, racers } from "../booking/race.ts";
import { pinAll } from "../processes.ts";
import type { QuickRun } from "./federation.ts";
import { comparePairs, sliceOf } from "./paired.ts";
import type { PlatformScope } from "./platform.ts";

const name = "create_booking, race for one slot, against one statement per attempt";
const slotsPerSlice = 3;
const warmSeconds = 5;

/** Attempts per second of 50 clients that want the same slot. */
export async function compareRace(run: QuickRun, { platform, pool }: PlatformScope): Promise<void> {
  if (!run.isWanted(name)) return;
  // The clients run in this process: on another core than the server, as in the full benchmark.
  pinAll(process.pid, 1);
  const race = await openRace(await openTools(platform, pool), pool);
  // The baseline has no process but the database's, whose processor time counts on both sides.
  const slice = (side: "ours" | "bare", slots: number) => async () => {
    const before = platform.databaseMicros();
    const { perSecond, cpuMicros } = await sliceOf(side === "ours" ? [platform.process] : [], async () => ({
      completed: slots * racers,
      requestsPerSecond: await race[side](race.nextSlots(slots)),
    }));
    const database = (platform.databaseMicros() - before) / (slots * racers);
    return { perSecond, cpuMicros: cpuMicros + database };
  };
  // Writes run far more code than reads, which takes longer to be compiled: as long as the other writes.
  const warmUntil = performance.now() + warmSeconds * 1000;
  while (performance.now() < warmUntil) await slice("ours", slotsPerSlice)();
  await slice("bare", 4 * slotsPerSlice)();
  const comparison = await comparePairs(slice("ours", slotsPerSlice), slice("bare", 16 * slotsPerSlice), {
    fewestPairs: 6,
    mostPairs: 10,
    enough: 0.02,
    decidedBy: "ratio",
  });
  run.add({ name, decidedBy: "ratio", comparison });
}
