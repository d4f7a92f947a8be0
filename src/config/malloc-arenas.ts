/**
 * The environment with a limit on glibc's memory arenas, the one of the container file; null where a limit is set, or
 * where there is no glibc. Each thread has an arena of its own otherwise, whose free memory no other thread can use.
 */
export function environmentWithFewArenas(): NodeJS.ProcessEnv | null {
  if (process.platform !== "linux" || process.env["MALLOC_ARENA_MAX"] !== undefined) return null;
  return { ...process.env, MALLOC_ARENA_MAX: "2" };
}
