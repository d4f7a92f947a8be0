import { createRouter } from "../../router/main.ts";
import { readConfig } from "../../src/config/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { letOthersNotice } from "../../src/http/drain.ts";
import { serveMetrics } from "../../src/http/metrics-server.ts";
import { createLog } from "../../src/observability/log.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";
import { Readiness } from "../readiness.ts";
import { routerSettings } from "../router-settings.ts";
import { shutDown, untilSignal } from "../signals.ts";
import { addressesOf, probeAny } from "../subgraph-addresses.ts";
import { loadSupergraph } from "../supergraph/load-supergraph.ts";
import { openRoutes } from "../supergraph/subgraph-routes.ts";

/** The router as a process of its own, in front of subgraphs that are reached over HTTP. */
export const routerCommand: Command = {
  async run(args) {
    readOptions(args, usages.router.options);
    const config = readConfig();
    const log = createLog({ level: config.LOG_LEVEL });
    const readiness = new Readiness([]);
    const supergraph = await loadSupergraph(config);
    for (const entry of supergraph.entries)
      if (entry.protocol === "platform")
        readiness.watch(entry.name, () => probeAny(addressesOf(config, entry)));
    const metrics = createMetrics();
    const { server } = await createRouter({
      supergraph,
      ...openRoutes(supergraph.entries, config),
      health: readiness,
      metrics,
      ...routerSettings(config, log),
    });
    const metricsServer = await serveMetrics(metrics, { host: config.HOST, port: config.METRICS_PORT });
    await server.listen({ host: config.HOST, port: config.PORT });
    log.info({ port: config.PORT }, "ready");
    await untilSignal();
    readiness.drain();
    await letOthersNotice(config.DRAIN_MS);
    await shutDown(async () => {
      await server.close();
      await metricsServer.close();
    }, config.SHUTDOWN_TIMEOUT_MS);
    return 0;
  },
};
