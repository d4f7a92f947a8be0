/**
 * Settings of glibc's memory, those of the container file. Each thread has an arena of its own otherwise, whose free memory
 * no other thread can use. And the size from which an allocation is given back to the system as soon as it is freed
 * grows with what was freed, until buffers of some megabytes leave holes that stay resident.
 */
const settings = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
} as const;

/** The environment with these settings; null where each is set, or where there is no glibc. */
export function environmentOfMemory(): NodeJS.ProcessEnv | null {
  if (process.platform !== "linux") return null;
  const missing = Object.entries(settings).filter(([name]) => process.env[name] === undefined);
  return missing.length === 0 ? null : { ...process.env, ...Object.fromEntries(missing) };
}
