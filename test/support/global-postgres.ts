import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../src/db/embedded-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of a server on which test files make their own databases. */
    postgresAdminUrl: string;
  }
}

/** One server for the whole run: that of DATABASE_URL when set, else an embedded one that need not survive a crash. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const existing = process.env["DATABASE_URL"];
  if (existing) {
    project.provide("postgresAdminUrl", existing);
    return async () => {};
  }
  const dataDir = await mkdtemp(join(await quickDirectory(), "hub-test-postgres-"));
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "300",
    autovacuum: "off",
    // Tables are small here: to start a worker for a plan takes longer than the plan.
    max_parallel_workers_per_gather: "0",
  };
  const server = await startEmbeddedPostgres({
    dataDir,
    settings,
    log: pino({ level: "error" }, pino.destination(2)),
  });
  project.provide("postgresAdminUrl", server.adminUrl);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Maximum size of the databases of a run, with room to spare. */
const neededBytes = 4 * 2 ** 30;

/**
 * Where files are made quickest: memory, where the system has it as a directory and enough is free. A copy of the platform's
 * database is 1,600 files, which take a second and a half on a disk and 30 ms there.
 */
async function quickDirectory(): Promise<string> {
  const memory = "/dev/shm";
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free >= neededBytes ? memory : tmpdir();
}
