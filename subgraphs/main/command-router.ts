import { createRouter } from "../../router/main.ts";
import { readConfig, type Config } from "../../src/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { createRemoteExecutor } from "../../src/graphql/remote-executor.ts";
import { createRemoteSubscriber } from "../../src/graphql/remote-subscriber.ts";
import { createLog } from "../../src/log.ts";
import { createMetrics } from "../../src/metrics.ts";
import type { Command } from "./command.ts";
import { subgraphNames, type SubgraphName } from "./platform.ts";
import { Readiness } from "./readiness.ts";
import { routerSettings } from "./router-settings.ts";
import { shutDown, untilSignal } from "./signals.ts";

/** The router as a process of its own, in front of subgraphs that are reached over HTTP. */
export const routerCommand: Command = {
  summary: "serve the router alone (split mode)",
  async run(args) {
    readOptions(args, {});
    const config = readConfig();
    const log = createLog({ level: config.LOG_LEVEL });
    const readiness = new Readiness([]);
    for (const name of subgraphNames) readiness.watch(name, () => probe(addressOf(config, name)));
    const remotes = subgraphNames.map((name) => ({
      name,
      url: addressOf(config, name),
      secret: config.INTERNAL_SECRET,
    }));
    const { server } = await createRouter({
      subgraphs: new Map(remotes.map((remote) => [remote.name, createRemoteExecutor(remote)])),
      subscribers: new Map(remotes.map((remote) => [remote.name, createRemoteSubscriber(remote)])),
      health: readiness,
      metrics: createMetrics(),
      ...routerSettings(config, log),
    });
    await server.listen({ host: config.HOST, port: config.PORT });
    log.info({ port: config.PORT }, "ready");
    await untilSignal();
    readiness.drain();
    await shutDown(() => server.close(), config.SHUTDOWN_TIMEOUT_MS);
    return 0;
  },
};

function addressOf(config: Config, name: SubgraphName): string {
  const given = { hub: config.HUB_URL, property: config.PROPERTY_URL, gateway: config.GATEWAY_URL }[name];
  return (
    given ??
    { hub: "http://127.0.0.1:4001", property: "http://127.0.0.1:4002", gateway: "http://127.0.0.1:4003" }[
      name
    ]
  );
}

async function probe(url: string): Promise<void> {
  const response = await fetch(new URL("/readyz", url), { signal: AbortSignal.timeout(2_000) });
  if (!response.ok) throw new Error(`answered ${response.status}`);
}
