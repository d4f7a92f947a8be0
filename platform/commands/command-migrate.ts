import pg from "pg";
import { readConfig } from "../../src/config/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { UsageError } from "../../src/cli/usage.ts";
import { ensureRole } from "../../src/db/roles.ts";
import { createLog } from "../../src/observability/log.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";
import { Platform } from "../platform.ts";
import { Readiness } from "../readiness.ts";
import { subgraphNames } from "../subgraph-addresses.ts";

/**
 * Migrates the database to this release and exits: an upgrade runs this once, before its processes. Starting
 * processes check too, one after the other; after this command they find nothing to do.
 */
export const migrateCommand: Command = {
  async run(args) {
    const { values } = readOptions(args, usages.migrate.options);
    const config = readConfig();
    const log = createLog({ level: config.LOG_LEVEL });
    if (values["roles-only"]) {
      if (config.DATABASE_URL === undefined)
        throw new UsageError("--roles-only requires DATABASE_URL. Set it.");
      await makeRoles(config.DATABASE_URL);
      log.info("The roles exist");
      return 0;
    }
    const platform = new Platform(config, log);
    await platform.open({ smtpUrl: null, work: false }, new Readiness([]));
    log.info({ migrations: platform.migrations }, "The database is up to date");
    await platform.close(config.SHUTDOWN_TIMEOUT_MS);
    return 0;
  },
};

/** Creates the roles that a database dump refers to but does not contain: roles belong to the server. */
async function makeRoles(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: "migrate" });
  await client.connect();
  try {
    for (const name of subgraphNames) await ensureRole(client, `${name}_app`);
  } finally {
    await client.end();
  }
}
