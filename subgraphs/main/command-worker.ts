import { readConfig } from "../../src/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { UsageError } from "../../src/cli/usage.ts";
import { createLog } from "../../src/log.ts";
import type { Command } from "./command.ts";
import { Platform } from "./platform.ts";
import { Readiness } from "./readiness.ts";
import { shutDown, untilSignal } from "./signals.ts";

/** Jobs, schedules and events of all subgraphs, which the processes that answer requests do not run. */
export const workerCommand: Command = {
  summary: "run the background jobs alone (split mode)",
  async run(args) {
    readOptions(args, {});
    const config = readConfig();
    if (!config.DATABASE_URL) throw new UsageError("Split mode shares one database: set DATABASE_URL.");
    const log = createLog({ level: config.LOG_LEVEL });
    const platform = new Platform(config, log);
    await platform.open({ smtpUrl: config.SMTP_URL ?? null, work: true }, new Readiness([]));
    log.info({ subgraph: "all" }, "ready");
    await untilSignal();
    await shutDown(() => platform.close(config.SHUTDOWN_TIMEOUT_MS), config.SHUTDOWN_TIMEOUT_MS);
    return 0;
  },
};
