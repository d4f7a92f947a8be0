import type { Config } from "../../src/config/config.ts";
import type { RequestContext } from "../../src/context.ts";
import { seedGatewayDemo } from "../../subgraphs/gateway/demo.ts";
import { seedHubDemo } from "../../subgraphs/hub/demo.ts";
import type { HubContext } from "../../subgraphs/hub/hub.context.ts";
import { hasImportedBuildings, seedPropertyDemo } from "../../subgraphs/property/demo.ts";

/**
 * Puts the demo data of all subgraphs where it is not yet. Returns the folder whose buildings are still to be imported,
 * which takes too long to wait for; null when there is none.
 */
export async function seedDemo(
  contextIn: (subgraph: string, ownerId?: string | null) => RequestContext,
  config: Config,
): Promise<string | null> {
  await seedHubDemo(contextIn("hub") as HubContext);
  const property = contextIn("property");
  const folder = config.PROPERTY_DATA_DIR ?? null;
  const isImportDue = folder !== null && !(await hasImportedBuildings(property));
  if (!isImportDue) await seedPropertyDemo(property, { dataDir: null });
  await seedGatewayDemo((ownerId) => contextIn("gateway", ownerId));
  return isImportDue ? folder : null;
}
