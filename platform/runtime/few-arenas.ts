import { environmentOfMemory } from "../../src/config/malloc-arenas.ts";
import { flagsFor } from "./start-flags.ts";

/**
 * Replaces this process by the same program with other settings of memory: some 50 MB less for the whole platform in one
 * process. Only for the commands that run it; containers set the limit themselves. Returns where nothing is to be done.
 */
export function restartWithFewArenas(words: readonly string[]): void {
  // A parent's channel would be lost.
  if (flagsFor(words).length === 0 || process.channel) return;
  const env = environmentOfMemory();
  if (env === null) return;
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], env);
}
