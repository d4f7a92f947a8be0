import type { Config } from "../src/config/config.ts";
import { readAddresses } from "../src/graphql/subgraph-replicas.ts";
import { readSupergraphConfig } from "../router/schema/supergraph-config.ts";

export const subgraphNames = ["hub", "property", "gateway"] as const;
export type SubgraphName = (typeof subgraphNames)[number];

/** True for a subgraph whose code is part of the platform. */
export function isOwnSubgraph(name: string): name is SubgraphName {
  return (subgraphNames as readonly string[]).includes(name);
}

/**
 * Where the processes of a subgraph are: one address, or several with commas. Settings of the platform's own subgraphs
 * replace the address of supergraph.yaml.
 */
export function addressesOf(config: Config, { name, address }: { name: string; address: string }): string {
  const given: Record<SubgraphName, string | undefined> = {
    hub: config.HUB_URL,
    property: config.PROPERTY_URL,
    gateway: config.GATEWAY_URL,
  };
  return (isOwnSubgraph(name) ? given[name] : undefined) ?? address;
}

/** The addresses of one of the platform's own subgraphs, by the settings and supergraph.yaml. */
export function ownAddressesOf(config: Config, name: SubgraphName): string {
  const entry = readSupergraphConfig(config.SUPERGRAPH_CONFIG).find((one) => one.name === name);
  if (!entry) throw new Error(`supergraph.yaml has no subgraph ${name}.`);
  return addressesOf(config, entry);
}

/** Resolves when one process of the subgraph says that it is ready, rejects when none does. */
export async function probeAny(addresses: string): Promise<void> {
  await Promise.any(readAddresses(addresses).map(probe));
}

async function probe(address: string): Promise<void> {
  const response = await fetch(new URL("/readyz", address), { signal: AbortSignal.timeout(2_000) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`answered ${response.status}`);
}
