import type { Config } from "../../src/config/config.ts";
import { seedGatewayDemo } from "../../subgraphs/gateway/demo.ts";
import { seedHubDemo } from "../../subgraphs/hub/demo.ts";
import type { HubContext } from "../../subgraphs/hub/hub.context.ts";
import { hasImportedBuildings, seedPropertyDemo } from "../../subgraphs/property/demo.ts";
import type { ContentHost } from "./content/seed-content.ts";

/**
 * Puts the demo data of all subgraphs where it is not yet. Returns the folder whose buildings are still to be imported,
 * which takes too long to wait for; null when there is none.
 */
export async function seedDemo(host: ContentHost, config: Config): Promise<string | null> {
  await seedHubDemo(host.contextIn("hub") as HubContext);
  const property = host.contextIn("property");
  const folder = config.PROPERTY_DATA_DIR ?? null;
  const isImportDue = folder !== null && !(await hasImportedBuildings(property));
  if (!isImportDue) await seedPropertyDemo(property, { dataDir: null });
  await seedGatewayDemo((ownerId) => host.contextIn("gateway", ownerId));
  if (config.DEMO_CONTENT) {
    const { seedAllContent } = await import("./content/seed-all-content.ts");
    await seedAllContent(host, {
      sandboxUrl: `http://127.0.0.1:${config.SANDBOX_PORT}`,
      processorSecret: config.PROCESSOR_WEBHOOK_SECRET[0],
    });
  }
  return isImportDue ? folder : null;
}
