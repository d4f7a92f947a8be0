import { readConfig } from "../../src/config/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { UsageError } from "../../src/cli/usage.ts";
import { serveMetrics } from "../../src/http/metrics-server.ts";
import { traceSettings } from "../../src/config/trace-settings.ts";
import { createLog } from "../../src/observability/log.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { startTracing } from "../../src/observability/start-tracing.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";
import { compactHeap } from "../runtime/compact-heap.ts";
import { Platform } from "../platform.ts";
import { Readiness } from "../readiness.ts";
import { shutDown, untilSignal } from "../signals.ts";

/**
 * Jobs, schedules and events of all subgraphs, which the processes that answer requests do not run. It
 * listens at METRICS_PORT alone, where its probes are, too.
 */
export const workerCommand: Command = {
  async run(args) {
    readOptions(args, usages.worker.options);
    const config = readConfig();
    if (!config.DATABASE_URL) throw new UsageError("Split mode needs a shared database: set DATABASE_URL.");
    const log = createLog({ level: config.LOG_LEVEL });
    const stopTracing = await startTracing(traceSettings(config), "worker", log);
    const metrics = createMetrics();
    const platform = new Platform(config, log, metrics);
    const readiness = new Readiness(["jobs"]);
    const address = { host: config.HOST, port: config.METRICS_PORT };
    const metricsServer = await serveMetrics(metrics, address, readiness);
    await platform.open({ smtpUrl: config.SMTP_URL ?? null, work: true }, readiness);
    compactHeap();
    readiness.done("jobs");
    log.info({ subgraph: "all" }, "ready");
    await untilSignal();
    readiness.drain();
    await shutDown(async () => {
      await platform.close(config.SHUTDOWN_TIMEOUT_MS);
      await metricsServer.close();
      await stopTracing();
    }, config.SHUTDOWN_TIMEOUT_MS);
    return 0;
  },
};
