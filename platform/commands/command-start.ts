import { readConfig, type Config } from "../../src/config/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { letOthersNotice } from "../../src/http/drain.ts";
import { traceSettings } from "../../src/config/trace-settings.ts";
import { requireFreePorts } from "../../src/http/free-ports.ts";
import { createLog } from "../../src/observability/log.ts";
import { startTracing } from "../../src/observability/start-tracing.ts";
import { bannerLines } from "../demo/banner.ts";
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
    // Loaded late: it is most of the program.
    const { startPlatform } = await import("../start.ts");
    const platform = await startPlatform(config, log);
    const seconds = (performance.now() - startedAt) / 1000;
    if (values.json) log.info({ url: platform.url, durationMs: Math.round(seconds * 1000) }, "ready");
    else process.stderr.write(`${bannerLines(platform, config, seconds).join("\n")}\n`);
    await untilSignal();
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

/** Where the platform in one process listens. */
function addressesOf({ HOST, PORT, METRICS_PORT, DEMO, SANDBOX_PORT }: Config) {
  const own = [PORT, METRICS_PORT].map((port) => ({ host: HOST, port }));
  return DEMO ? [...own, { host: "127.0.0.1", port: SANDBOX_PORT }] : own;
}
