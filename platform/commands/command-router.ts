import { createRouter } from "../../router/main.ts";
import { readConfig } from "../../src/config/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { createRemoteExecutor } from "../../src/graphql/remote-executor.ts";
import { createRemoteSubscriber } from "../../src/graphql/remote-subscriber.ts";
import { letOthersNotice } from "../../src/http/drain.ts";
import { serveMetrics } from "../../src/http/metrics-server.ts";
import { createLog } from "../../src/observability/log.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";
import { subgraphNames } from "../subgraph-addresses.ts";
import { Readiness } from "../readiness.ts";
import { routerSettings } from "../router-settings.ts";
import { shutDown, untilSignal } from "../signals.ts";
import { addressesOf, probeAny } from "../subgraph-addresses.ts";

/** The router as a process of its own, in front of subgraphs that are reached over HTTP. */
export const routerCommand: Command = {
  async run(args) {
    readOptions(args, usages.router.options);
    const config = readConfig();
    const log = createLog({ level: config.LOG_LEVEL });
    const readiness = new Readiness([]);
    for (const name of subgraphNames) readiness.watch(name, () => probeAny(addressesOf(config, name)));
    const remotes = subgraphNames.map((name) => ({
      name,
      url: addressesOf(config, name),
      secret: config.INTERNAL_SECRET[0],
    }));
    const metrics = createMetrics();
    const { server } = await createRouter({
      subgraphs: new Map(remotes.map((remote) => [remote.name, createRemoteExecutor(remote)])),
      subscribers: new Map(remotes.map((remote) => [remote.name, createRemoteSubscriber(remote)])),
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
