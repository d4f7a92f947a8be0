import type { Config } from "../../src/config/config.ts";
import { platformVersion } from "../../src/version.ts";
import { identityLines } from "./demo.ts";
import { subgraphNames } from "../subgraph-addresses.ts";
import type { RunningPlatform } from "../start.ts";

/** The output of `npm start` once the platform is ready. */
export function bannerLines(running: RunningPlatform, config: Config, seconds: number): string[] {
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
  if (config.DEMO) lines.push(...demoLines(running, config));
  lines.push(`  Ready in ${seconds.toFixed(1)} s   Ctrl+C to stop`, "");
  return lines;
}

/** Names instead of tokens: a token has some 700 characters, and one command prints one. */
function demoLines({ url }: RunningPlatform, config: Config): string[] {
  const isElsewhere = config.SANDBOX_PORT !== 4010;
  const command = `${isElsewhere ? `PORT=${config.PORT} SANDBOX_PORT=${config.SANDBOX_PORT} ` : ""}npm run -s demo`;
  return [
    `  Sandbox    http://127.0.0.1:${config.SANDBOX_PORT}`,
    "",
    "  Demo identities (only this database)",
    ...identityLines().map((line) => `  ${line}`),
    "",
    `  Token               TOKEN=$(${command} -- token pia)`,
    `  API keys and more   ${command}`,
    `  Try                 curl -H "Authorization: Bearer $TOKEN" ${url}/credits/balance/central`,
    "",
  ];
}
