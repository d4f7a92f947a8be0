import { readFile } from "node:fs/promises";
import { join } from "node:path";

export interface PostmasterState {
  pid: number;
  /** The status that the server reports; a server that has just received a stop signal reports it immediately. */
  status: "starting" | "ready" | "stopping" | "unknown";
}

/**
 * The content of `postmaster.pid` of a data directory, or null when there is none (or it is still being
 * written).
 */
export async function readPostmaster(dataDirectory: string): Promise<PostmasterState | null> {
  const text = await readFile(join(dataDirectory, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n").map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  // Line 8; PostgreSQL's miscadmin.h, LOCK_FILE_LINE_PM_STATUS.
  const status = lines[7];
  const known = status === "ready" || status === "starting" || status === "stopping";
  return { pid, status: known ? status : "unknown" };
}

/**
 * Identifies the process behind a pid: `server` for a PostgreSQL (or, where that cannot be determined, for any
 * live process), `other` for another program that got the pid later, `none` when there is no such process.
 */
export async function identifyProcess(pid: number): Promise<"server" | "other" | "none"> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return "none";
  }
  if (process.platform !== "linux") return "server";
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(stat) ?? [];
  if (name === undefined || state === "Z") return "none";
  return name === "postgres" ? "server" : "other";
}
