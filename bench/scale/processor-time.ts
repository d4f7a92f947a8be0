import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks a second in /proc (USER_HZ, which Linux fixes). */
const ticksPerSecond = 100;

/** Processor time that a process and its finished children have used, in microseconds; 0 when it has exited. */
export function processorMicros(pid: number): number {
  const fields = statOf(pid);
  if (!fields) return 0;
  const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0);
  return (ticks / ticksPerSecond) * 1e6;
}

/** The same of all processes that have this one as their parent, and of it. */
export function familyMicros(parent: number): number {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statOf(pid)?.[1]) === parent);
  return [parent, ...children].reduce((sum, pid) => sum + processorMicros(pid), 0);
}

/** The fields of /proc/<pid>/stat after the name in brackets, from the state on (proc(5)). */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
