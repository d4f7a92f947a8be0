import type { Config } from "../../src/config/config.ts";
import type { RequestContext } from "../../src/context.ts";
import { seedGatewayDemo } from "../../subgraphs/gateway/demo.ts";
import { seedHubDemo } from "../../subgraphs/hub/demo.ts";
import type { HubContext } from "../../subgraphs/hub/hub.context.ts";
import { seedPropertyDemo } from "../../subgraphs/property/demo.ts";

/** Puts the demo data of all subgraphs where it is not yet. */
export async function seedDemo(
  contextIn: (subgraph: string, ownerId?: string | null) => RequestContext,
  config: Config,
): Promise<void> {
  await seedHubDemo(contextIn("hub") as HubContext);
  await seedPropertyDemo(contextIn("property"), { dataDir: config.PROPERTY_DATA_DIR ?? null });
  await seedGatewayDemo((ownerId) => contextIn("gateway", ownerId));
}
