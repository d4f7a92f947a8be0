import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../src/db/postgres/embedded-postgres.ts";
import { quickDirectory } from "./quick-directory.ts";

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
  const dataDir = await mkdtemp(join(await quickDirectory(neededBytes), "hub-test-postgres-"));
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

/**
 * Maximum size of the databases of a run, with room to spare. A copy of the platform's database is 1,600 files, which take a
 * second and a half on a disk and 30 ms in memory.
 */
const neededBytes = 4 * 2 ** 30;
