import type { Part } from "./part.ts";
import type { SubgraphName } from "./subgraph-addresses.ts";

/** Loads the code of one subgraph. */
export async function loadPart(name: SubgraphName): Promise<Part> {
  if (name === "hub") return (await import("./part-hub.ts")).hubPart;
  if (name === "property") return (await import("./part-property.ts")).propertyPart;
  return (await import("./part-gateway.ts")).gatewayPart;
}
