import type { Config } from "../src/config/config.ts";
import { platformVersion } from "../src/version.ts";
import { formatDemoAccess, readDemoAccess } from "./demo.ts";
import { subgraphNames } from "./subgraph-addresses.ts";
import type { RunningPlatform } from "./start.ts";

/** What `npm start` prints once the platform is ready. */
export async function bannerLines(
  running: RunningPlatform,
  config: Config,
  seconds: number,
): Promise<string[]> {
  const { platform, router, url } = running;
  const operations = [...router.registry.values()];
  const rest = operations.filter(({ row }) => row.rest).length;
  const tools = operations.filter(({ row }) => row.tool).length;
  const database = config.DATABASE_URL
    ? "PostgreSQL (DATABASE_URL)"
    : `PostgreSQL ${platform.postgresVersion ?? ""} (embedded, ${config.DATA_DIR}/postgres)`;
  const lines = [
    "",
    `  Platform ${platformVersion}   ${config.NODE_ENV}${config.DEMO ? " · demo data" : ""} · Node ${process.version}`,
    "",
    `  ✓ database      ${database}, ${platform.migrations} migrations`,
    `  ✓ supergraph    ${subgraphNames.length} subgraphs, ${router.typeCount} types`,
    `  ✓ routes        ${rest} REST, ${tools} agent tools`,
    "",
    ...(router.hasExplorer ? [`  Explorer   ${url}/`] : []),
    `  GraphQL    ${url}/graphql`,
    `  REST       ${url}/openapi.json`,
    `  Agent      ${url}/mcp`,
    "",
  ];
  if (config.DEMO) lines.push(...(await demoLines(running, config)));
  lines.push(`  Ready in ${seconds.toFixed(1)} s   Ctrl+C to stop`, "");
  return lines;
}

async function demoLines({ url }: RunningPlatform, config: Config): Promise<string[]> {
  const access = await readDemoAccess(config);
  const pia = access.identities.find(({ name }) => name === "pia")!;
  return [
    `  Sandbox    ${access.sandboxUrl}`,
    "",
    "  Demo identities (this database only)      print again: npm run -s demo",
    ...formatDemoAccess(access, "table")
      .split("\n")
      .map((line) => `  ${line}`),
    "",
    `  Try:  curl -H "Authorization: Bearer ${pia.token}" ${url}/credits/balance/central`,
    "",
  ];
}
