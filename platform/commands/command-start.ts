import { readConfig, type Config } from "../../src/config/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { letOthersNotice } from "../../src/http/drain.ts";
import { traceSettings } from "../../src/config/trace-settings.ts";
import { startEmbeddedPostgres } from "../../src/db/postgres/embedded-postgres.ts";
import { requireFreePorts } from "../../src/http/free-ports.ts";
import { createLog } from "../../src/observability/log.ts";
import { startTracing } from "../../src/observability/start-tracing.ts";
import type { Logger } from "pino";
import { bannerLines } from "../demo/banner.ts";
import { compactHeap } from "../runtime/compact-heap.ts";
import { printProgress } from "../progress.ts";
import type { RunningPlatform, StartOptions } from "../start.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";
import { shutDown, untilSignal } from "../signals.ts";

export const startCommand: Command = {
  async run(args) {
    const { values } = readOptions(args, usages.start.options);
    const startedAt = performance.now();
    const config = readConfig();
    const log = createLog({ level: config.LOG_LEVEL });
    await requireFreePorts(addressesOf(config));
    const stopTracing = await startTracing(traceSettings(config), "platform", log);
    const platform = await start(
      config,
      log,
      values.json ? {} : { reportImport: printProgress(process.stderr) },
    );
    compactHeap();
    const stopped = untilSignal();
    // Before the buildings are there the platform answers, and is not ready.
    const isReady = await Promise.race([platform.buildings?.ended ?? true, stopped.then(() => false)]);
    const seconds = (performance.now() - startedAt) / 1000;
    if (!isReady) log.warn("The platform did not become ready");
    else if (values.json) log.info({ url: platform.url, durationMs: Math.round(seconds * 1000) }, "ready");
    else process.stderr.write(`${bannerLines(platform, config, seconds).join("\n")}\n`);
    await stopped;
    platform.readiness.drain();
    await letOthersNotice(config.DRAIN_MS);
    await shutDown(async () => {
      await platform.close();
      await stopTracing();
    }, config.SHUTDOWN_TIMEOUT_MS);
    process.stderr.write("Stopped.\n");
    return 0;
  },
};

/** Starts the embedded database, if it is one, and loads the platform beside it: that is most of the program. */
async function start(config: Config, log: Logger, options: StartOptions): Promise<RunningPlatform> {
  const { DATABASE_URL, DATA_DIR: dataDir } = config;
  const postgres = DATABASE_URL === undefined ? startEmbeddedPostgres({ dataDir, log }) : null;
  // The platform reports it; until then nobody waits for it.
  postgres?.catch(() => undefined);
  try {
    const { startPlatform } = await import("../start.ts");
    return await startPlatform(config, log, { ...options, postgres });
  } catch (error) {
    const started = await postgres?.catch(() => null);
    await started?.stop();
    throw error;
  }
}

/** Where the platform in one process listens. */
function addressesOf({ HOST, PORT, METRICS_PORT, DEMO, SANDBOX_PORT }: Config) {
  const own = [PORT, METRICS_PORT].map((port) => ({ host: HOST, port }));
  return DEMO ? [...own, { host: "127.0.0.1", port: SANDBOX_PORT }] : own;
}
