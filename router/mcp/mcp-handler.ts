import { createMcpHandler, type McpHttpHandler, type Server } from "@modelcontextprotocol/server";
import type { SecretList } from "../../src/config/secret-list.ts";
import { createConfirmationCodec } from "./confirmation.ts";
import { createMcpServer, type McpExchange, type McpServerParts } from "./mcp-server.ts";

export interface AgentHandlerParts extends Omit<McpServerParts, "codec"> {
  /** Sign what a person was asked, so that the answer fits; newest first, at least 32 bytes each. */
  confirmationSecrets: SecretList;
}

/** The handler of the agent door's messages, but plain calls. */
export function createAgentHandler({ confirmationSecrets, ...parts }: AgentHandlerParts): McpHttpHandler {
  const codec = createConfirmationCodec(confirmationSecrets);
  return createHandler((exchange) => createMcpServer({ ...parts, codec }, exchange));
}

/** The library's handler over servers that are made for one request each. */
export function createHandler(makeServer: (exchange: McpExchange) => Server): McpHttpHandler {
  return createMcpHandler(({ authInfo }) => makeServer(authInfo!.extra!["exchange"] as McpExchange));
}
