import { createRouter } from "../../router/main.ts";
import { readConfig } from "../../src/config/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { letOthersNotice } from "../../src/http/drain.ts";
import { serveMetrics } from "../../src/http/metrics-server.ts";
import { traceSettings } from "../../src/config/trace-settings.ts";
import { createLog } from "../../src/observability/log.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { startTracing } from "../../src/observability/start-tracing.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";
import { compactHeap } from "../runtime/compact-heap.ts";
import { followPublicData, openEntityCache } from "../public-data.ts";
import { Readiness } from "../readiness.ts";
import { routerSettings } from "../router-settings.ts";
import { shutDown, untilSignal } from "../signals.ts";
import { addressesOf, probeAny } from "../subgraph-addresses.ts";
import type { LoadedSupergraph } from "../supergraph/load-supergraph.ts";
import { openSupergraph } from "../supergraph/open-supergraph.ts";
import { createRoutes } from "../supergraph/subgraph-routes.ts";

/** The router as a process of its own, in front of subgraphs that are reached over HTTP. */
export const routerCommand: Command = {
  async run(args) {
    readOptions(args, usages.router.options);
    const config = readConfig();
    const log = createLog({ level: config.LOG_LEVEL });
    const stopTracing = await startTracing(traceSettings(config), "router", log);
    const readiness = new Readiness([]);
    const metrics = createMetrics();
    const openRoutes = createRoutes(config);
    const toGraph = (supergraph: LoadedSupergraph) => ({ supergraph, ...openRoutes(supergraph.entries) });
    const { first, startReloads } = await openSupergraph(config, { toGraph, readiness, metrics, log });
    for (const entry of first.entries)
      if (entry.protocol === "platform")
        readiness.watch(entry.name, () => probeAny(addressesOf(config, entry)));
    const entityCache = openEntityCache(config, { metrics, log });
    const stopFollowing = followPublicData(config, { cache: entityCache, log });
    const router = await createRouter({
      ...toGraph(first),
      entityCache,
      health: readiness,
      metrics,
      ...routerSettings(config, log),
    });
    const metricsServer = await serveMetrics(metrics, { host: config.HOST, port: config.METRICS_PORT });
    compactHeap();
    await router.server.listen({ host: config.HOST, port: config.PORT });
    const stopReloads = startReloads(router);
    log.info({ port: config.PORT }, "ready");
    await untilSignal();
    stopReloads();
    readiness.drain();
    await letOthersNotice(config.DRAIN_MS);
    await shutDown(async () => {
      await router.server.close();
      await stopFollowing();
      await entityCache?.close();
      await metricsServer.close();
      await stopTracing();
    }, config.SHUTDOWN_TIMEOUT_MS);
    return 0;
  },
};
