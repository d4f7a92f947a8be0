import type { Config } from "../src/config/config.ts";
import { readAddresses } from "../src/graphql/subgraph-replicas.ts";

export const subgraphNames = ["hub", "property", "gateway"] as const;
export type SubgraphName = (typeof subgraphNames)[number];

const defaults: Record<SubgraphName, string> = {
  hub: "http://127.0.0.1:4001",
  property: "http://127.0.0.1:4002",
  gateway: "http://127.0.0.1:4003",
};

/** Where the processes of a subgraph are: one address, or several with commas. */
export function addressesOf(config: Config, name: SubgraphName): string {
  const given = { hub: config.HUB_URL, property: config.PROPERTY_URL, gateway: config.GATEWAY_URL }[name];
  return given ?? defaults[name];
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
