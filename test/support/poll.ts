import { setTimeout as wait } from "node:timers/promises";

/** Waits until `check` gives something other than null, undefined or false; throws after `deadlineMs`. */
export async function until<T>(
  what: string,
  check: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  deadlineMs = 180_000,
): Promise<T> {
  // A clock that no test moves.
  const deadline = process.uptime() + deadlineMs / 1_000;
  for (;;) {
    const value = await check();
    if (value !== null && value !== undefined && value !== false) return value;
    if (process.uptime() > deadline) throw new Error(`Not within ${deadlineMs} ms: ${what}`);
    await wait(20);
  }
}
