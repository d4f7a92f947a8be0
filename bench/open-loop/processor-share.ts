import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const controller = "/sys/fs/cgroup/cpu";
const unified = "/sys/fs/cgroup/cgroup.controllers";

/** A part of one core that a process may use, whatever else is idle. */
export interface ProcessorShare {
  add(pid: number): void;
  remove(): void;
}

/**
 * Gives each of several processes a machine of its own, in a way: so that two of them together can do twice as much even
 * where both run on the same two cores. Null where this machine has no control groups that may be made.
 */
export function makeShare(name: string, share: number): ProcessorShare | null {
  const isUnified = existsSync(unified);
  const group = join(isUnified ? "/sys/fs/cgroup" : controller, `hub-bench-${process.pid}-${name}`);
  const periodMicros = 20_000;
  const quotaMicros = Math.round(periodMicros * share);
  try {
    mkdirSync(group);
    if (isUnified) writeFileSync(join(group, "cpu.max"), `${quotaMicros} ${periodMicros}`);
    else {
      writeFileSync(join(group, "cpu.cfs_period_us"), String(periodMicros));
      writeFileSync(join(group, "cpu.cfs_quota_us"), String(quotaMicros));
    }
  } catch {
    return null;
  }
  return {
    add: (pid) => writeFileSync(join(group, "cgroup.procs"), String(pid)),
    remove: () => {
      try {
        rmdirSync(group);
      } catch {
        // The kernel keeps a group whose last process has just ended a moment longer; it is empty.
      }
    },
  };
}
