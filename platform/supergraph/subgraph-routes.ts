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

/** Routes to these subgraphs. Throws for signed ones without a secret. */
export function openRoutes(entries: readonly SubgraphEntry[], config: Config): SubgraphRoutes {
  const remotes = entries.map((entry) => toRemote(entry, config));
  return {
    subgraphs: new Map(remotes.map((remote) => [remote.name, createRemoteExecutor(remote)])),
    subscribers: new Map(remotes.map((remote) => [remote.name, createRemoteSubscriber(remote)])),
  };
}

function toRemote(entry: SubgraphEntry, config: Config): RemoteSubgraph {
  const { name, path, protocol, headers, retries, timeoutMs, deadlineMs, maxResponseBytes } = entry;
  return {
    name,
    url: addressesOf(config, entry),
    path,
    secret: entry.signed ? secretOf(name, config) : null,
    protocol,
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
