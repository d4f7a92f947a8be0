import { readConfig } from "../../src/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { createLog } from "../../src/log.ts";
import type { Command } from "./command.ts";
import { Platform } from "./platform.ts";
import { Readiness } from "./readiness.ts";

/**
 * Brings the database to this release and ends: what an upgrade runs once, before its processes. Processes that start
 * look too, and take turns; where this has run they find nothing to do.
 */
export const migrateCommand: Command = {
  summary: "bring the database to this release and end",
  async run(args) {
    readOptions(args, {});
    const config = readConfig();
    const log = createLog({ level: config.LOG_LEVEL });
    const platform = new Platform(config, log);
    await platform.open({ smtpUrl: null, work: false }, new Readiness([]));
    log.info({ migrations: platform.migrations }, "The database is at this release");
    await platform.close(config.SHUTDOWN_TIMEOUT_MS);
    return 0;
  },
};
