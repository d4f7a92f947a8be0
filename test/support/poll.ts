import { setTimeout as wait } from "node:timers/promises";

/** Waits until `check` gives something other than null, undefined or false; throws after `deadlineMs`. */
export async function until<T>(
  what: string,
  check: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  deadlineMs = 180_000,
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const value = await check();
    if (value !== null && value !== undefined && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`Not within ${deadlineMs} ms: ${what}`);
    await wait(20);
  }
}
