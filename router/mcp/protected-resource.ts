import type { FastifyInstance } from "fastify";
import type { OperationRegistry } from "../operations/registry.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import { metadataPath } from "./challenge.ts";

/** The scopes that tools need, and the apps that tools are of, sorted. */
export function agentScopes(registry: OperationRegistry): { scopes: string[]; apps: string[] } {
  const tools = [...registry.values()].filter(({ row }) => row.tool);
  const distinct = (names: (string | null | undefined)[]) =>
    [...new Set(names.filter((name) => typeof name === "string"))].sort();
  return {
    scopes: distinct(tools.map(({ access }) => access.scope)),
    apps: distinct(tools.map(({ access }) => access.app)),
  };
}

/** Mounts the metadata of the agent door as a protected resource (RFC 9728): who gives out tokens, and which scopes there are. */
export function mountProtectedResource(
  server: FastifyInstance,
  { registry, publicUrl, issuer }: { registry: OperationRegistry; publicUrl: string; issuer: string | null },
): void {
  const { scopes } = agentScopes(registry);
  const metadata = {
    resource: `${publicUrl}/mcp`,
    ...(issuer === null ? {} : { authorization_servers: [issuer] }),
    bearer_methods_supported: ["header"],
    scopes_supported: scopes,
    resource_name: "Hub platform tools",
    resource_documentation: `${publicUrl}/openapi.json`,
  };
  for (const path of [metadataPath, `${metadataPath}/mcp`]) {
    server.get(path, (_request, reply) =>
      reply.header("cache-control", "public, max-age=3600").send(metadata),
    );
    refuseOtherMethods(server, path, ["GET", "HEAD"]);
  }
}
