import type { SubgraphEntry } from "../../router/schema/supergraph-config.ts";
import type { Config } from "../../src/config/config.ts";
import { readSubgraphSecrets } from "../../src/config/supergraph-settings.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import type { SubgraphSubscriber } from "../../src/graphql/local-subscriber.ts";
import { createRemoteExecutor, type RemoteSubgraph } from "../../src/graphql/remote-executor.ts";
import { createRemoteSubscriber } from "../../src/graphql/remote-subscriber.ts";
import { addressesOf, isOwnSubgraph } from "../subgraph-addresses.ts";

/** How the router reaches subgraphs over HTTP. */
export interface SubgraphRoutes {
  subgraphs: Map<string, SubgraphExecutor>;
  subscribers: Map<string, SubgraphSubscriber>;
}

/**
 * Opens routes to subgraphs. Entries that have not changed since the last call keep their connections. Throws for signed
 * subgraphs without a secret.
 */
export function createRoutes(config: Config): (entries: readonly SubgraphEntry[]) => SubgraphRoutes {
  let known = new Map<string, Route>();
  return (entries) => {
    const next = new Map<string, Route>();
    const routes: SubgraphRoutes = { subgraphs: new Map(), subscribers: new Map() };
    for (const entry of entries) {
      const key = JSON.stringify(entry);
      const route = known.get(key) ?? openRoute(toRemote(entry, config));
      next.set(key, route);
      routes.subgraphs.set(entry.name, route.execute);
      routes.subscribers.set(entry.name, route.subscribe);
    }
    known = next;
    return routes;
  };
}

interface Route {
  execute: SubgraphExecutor;
  subscribe: SubgraphSubscriber;
}

function openRoute(remote: RemoteSubgraph): Route {
  return { execute: createRemoteExecutor(remote), subscribe: createRemoteSubscriber(remote) };
}

function toRemote(entry: SubgraphEntry, config: Config): RemoteSubgraph {
  const { name, path, protocol, headers, retries, timeoutMs, deadlineMs, maxResponseBytes } = entry;
  return {
    name,
    url: addressesOf(config, entry),
    path,
    secret: entry.signed ? secretOf(name, config) : null,
    protocol,
    // Others may run another release of anything at their addresses.
    hasFrames: isOwnSubgraph(name),
    headers,
    retries,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(maxResponseBytes === undefined ? {} : { maxResponseBytes }),
  };
}

/** The internal secret can sign for every subgraph, so only the platform's own processes share it. */
function secretOf(name: string, config: Config): string {
  if (isOwnSubgraph(name)) return config.INTERNAL_SECRET[0];
  const secret = readSubgraphSecrets(config.SUBGRAPH_SECRETS).get(name);
  if (secret === undefined)
    throw new Error(`Requests to ${name} are signed: add ${name}=<secret> to SUBGRAPH_SECRETS.`);
  return secret;
}
