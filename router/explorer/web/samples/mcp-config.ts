import { credentialHeader, type Identity } from "../session/identity.ts";

/** Name of the variable that holds a credential outside the demo. */
const variable = "HUB_TOKEN";

/** Configuration of the platform's MCP server for an agent, with the identity's credential. */
export function mcpConfig(
  identity: Pick<Identity, "kind" | "credential" | "isDemo">,
  baseUrl: string,
  accountId: string | null = null,
): string {
  const [name, value] = credentialHeader(identity) ?? ["authorization", `Bearer \${${variable}}`];
  const secret = identity.credential ?? "";
  const header = identity.isDemo || secret === "" ? value : value.replace(secret, `\${${variable}}`);
  const acting = accountId === null ? {} : { "x-account-id": accountId };
  const hub = { type: "http", url: `${baseUrl}/mcp`, headers: { [name]: header, ...acting } };
  return JSON.stringify({ mcpServers: { hub } }, null, 2);
}
