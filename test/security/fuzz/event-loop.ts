import { setTimeout as sleep } from "node:timers/promises";

/** CPU time, in milliseconds, that the calibration takes on the machine for which the limits were chosen. */
const calibrationMs = 40;
const mostSlowness = 4;

/**
 * Maximum time, in milliseconds, that a request may block the process: `/livez` responds within it. The full
 * runs of `npm run fuzz:rest` and `fuzz:graphql` require 100 ms. In the full test suite a slow machine is not a
 * fault, and the faults that this detects take seconds: the limit grows with the time of the same work on this machine.
 */
export const maxBlockMs = process.env["FUZZ_REQUESTS"] === undefined ? Math.round(250 * slowness()) : 100;

/** How many times slower this machine is now than the one for which the limits were chosen, at least 1. */
function slowness(): number {
  const text = JSON.stringify(
    Array.from({ length: 20_000 }, (_, index) => ({ id: `x${index}`, value: index })),
  );
  const rounds = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    for (let turn = 0; turn < 10; turn++) JSON.parse(text);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(mostSlowness, Math.max(1, Math.min(...rounds) / calibrationMs));
}

/** Longer than garbage collection or compilation ever takes: seen once is enough. */
const certainMs = 2_000;

const tickMs = 2;
const repeats = 2;
const quietMs = 10;

/**
 * Measures how long work blocks the event loop: the longest stretch without a tick, in CPU time of this thread,
 * so that neighbours on a busy machine are not counted. Work that seems to block is run twice more, and its
 * shortest time counts, so that garbage collection and first-time compilation are not counted either.
 */
export class LoopWatch {
  /** The longest block that was not seen again when its work was repeated, in milliseconds. */
  longestOnceMs = 0;

  /**
   * Runs the work, and again where it seems to block, each time after `beforeAgain`. Returns its first result, and the
   * shortest block of all runs in milliseconds.
   */
  async run<T>(
    work: () => Promise<T>,
    beforeAgain: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<{ result: T; blockedMs: number }> {
    const first = await measure(work);
    let { blockedMs } = first;
    for (let again = 0; again < repeats && blockedMs > maxBlockMs && blockedMs < certainMs; again++) {
      await beforeAgain();
      await sleep(quietMs);
      blockedMs = Math.min(blockedMs, (await measure(work)).blockedMs);
    }
    if (blockedMs <= maxBlockMs) this.longestOnceMs = Math.max(this.longestOnceMs, first.blockedMs);
    return { result: first.result, blockedMs };
  }
}

async function measure<T>(work: () => Promise<T>): Promise<{ result: T; blockedMs: number }> {
  let lastCpu = process.threadCpuUsage();
  let longest = 0;
  const tick = () => {
    const cpu = process.threadCpuUsage();
    longest = Math.max(longest, cpu.user + cpu.system - lastCpu.user - lastCpu.system);
    lastCpu = cpu;
  };
  const timer = setInterval(tick, tickMs);
  try {
    const result = await work();
    // The response may arrive in the same tick that was blocked.
    tick();
    return { result, blockedMs: longest / 1000 };
  } finally {
    clearInterval(timer);
  }
}
