/** Runs one contender, twice, in its own process: the second run is timed, the first measures its memory. */
import { writeFileSync, readFileSync } from "node:fs";
import { contenders } from "./contenders.ts";

/** Results of one process. */
export interface Measured {
  milliseconds: number;
  /** Resident memory at its most, beyond that of the process with the payroll in it. */
  moreBytes: number;
  /** The longest block of the event loop. */
  longestStopMs: number;
  size: number;
}

const run = contenders[process.argv[2]!]!;
global.gc!();
// Linux forgets the highest value so far.
writeFileSync("/proc/self/clear_refs", "5");
const before = process.memoryUsage.rss();
const size = await run();
const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))![1]) * 1024;
let [last, longestStopMs] = [performance.now(), 0];
const timer = setInterval(() => {
  longestStopMs = Math.max(longestStopMs, performance.now() - last);
  last = performance.now();
}, 1);
const start = performance.now();
await run();
const milliseconds = performance.now() - start;
await new Promise((resolve) => setTimeout(resolve, 20));
clearInterval(timer);
const measured: Measured = { milliseconds, moreBytes: peak - before, longestStopMs, size };
process.send!(measured);
