import { execFile, spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { DrillServer } from "./archived-postgres.ts";
import { temporaryDirectory } from "./archived-postgres.ts";

const run = promisify(execFile);

/** Where `pg_dump` and `pg_restore` are: PG_BIN, or wherever the shell finds them. */
export interface DumpTools {
  dump: string;
  restore: string;
}

/**
 * Finds tools that can read this server, or returns why there are none. A tool reads servers of its own version
 * and older.
 */
export function findDumpTools(serverVersion: string): DumpTools | string {
  const folder = process.env["PG_BIN"];
  const [dump, restore] = ["pg_dump", "pg_restore"].map((name) => (folder ? join(folder, name) : name)) as [
    string,
    string,
  ];
  const told = spawnSync(dump, ["--version"], { encoding: "utf8" });
  if (told.status !== 0) return "no pg_dump (PG_BIN names its folder)";
  const [own, other] = [told.stdout, ` ${serverVersion}`].map((text) => Number(/ (\d+)/.exec(text)?.[1]));
  return own! < other! ? `pg_dump is of version ${own}, the server of ${other}` : { dump, restore };
}

/** A dump, and the moment whose state it shows. */
export interface Dump {
  file: string;
  /** Writes acknowledged before this are in the dump. */
  startedAt: Date;
  /** Writes sent after this are not. */
  endedAt: Date;
  remove(): Promise<void>;
}

/**
 * Dumps as the owner. Rows are shown to `app.system` alone, also to the owner of their tables, since row
 * level security is forced on it: without the setting and the flag the dump would be refused.
 */
export async function takeDump({ dump }: DumpTools, { socketUrl }: DrillServer): Promise<Dump> {
  const directory = await temporaryDirectory("dump");
  const file = join(directory, "platform.dump");
  const startedAt = new Date();
  await run(dump, ["--format=custom", "--enable-row-security", `--file=${file}`, `--dbname=${socketUrl}`], {
    env: { ...process.env, PGOPTIONS: "-c app.system=on" },
  });
  return { file, startedAt, endedAt: new Date(), remove: () => rm(directory, { recursive: true }) };
}

/** Restores all or nothing; throws with pg_restore's output. */
export async function restoreDump(
  { restore }: DumpTools,
  file: string,
  { socketUrl }: DrillServer,
): Promise<void> {
  await run(restore, ["--exit-on-error", "--single-transaction", `--dbname=${socketUrl}`, file]);
}

/** The result of a restore that ignores errors: pg_restore continues after each. */
export async function restoreDumpCarelessly(
  tools: DumpTools,
  file: string,
  server: DrillServer,
): Promise<void> {
  await run(tools.restore, [`--dbname=${server.socketUrl}`, file]).catch(() => undefined);
}
