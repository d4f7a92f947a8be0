import { readConfig } from "../../src/config/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { UsageError } from "../../src/cli/usage.ts";
import { serveSubgraph } from "../../src/graphql/serve-subgraph.ts";
import { letOthersNotice } from "../../src/http/drain.ts";
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
import type { SubgraphName } from "../subgraph-addresses.ts";

/** One subgraph in its own process, for routers that have the internal secret. Split mode needs DATABASE_URL. */
export function subgraphCommand(name: SubgraphName): Command {
  return {
    async run(args) {
      readOptions(args, usages[name].options);
      const config = readConfig();
      if (!config.DATABASE_URL) throw new UsageError("Split mode needs a shared database: set DATABASE_URL.");
      const log = createLog({ level: config.LOG_LEVEL });
      const stopTracing = await startTracing(traceSettings(config), name, log);
      const metrics = createMetrics();
      const platform = new Platform(config, log, metrics);
      const readiness = new Readiness([]);
      await platform.open({ smtpUrl: config.SMTP_URL ?? null, work: false, only: name }, readiness);
      const server = await serveSubgraph(platform.running(name), {
        secrets: config.INTERNAL_SECRET,
        acceptsForwarded: config.FORWARD_AUTH_SECRET !== undefined,
        log,
        draining: readiness,
      });
      const metricsServer = await serveMetrics(metrics, { host: config.HOST, port: config.METRICS_PORT });
      compactHeap();
      await server.listen({ host: config.HOST, port: config.PORT });
      log.info({ subgraph: name, port: config.PORT }, "ready");
      await untilSignal();
      readiness.drain();
      await letOthersNotice(config.DRAIN_MS);
      await shutDown(async () => {
        await server.close();
        await metricsServer.close();
        await platform.close(config.SHUTDOWN_TIMEOUT_MS);
        await stopTracing();
      }, config.SHUTDOWN_TIMEOUT_MS);
      return 0;
    },
  };
}
