import type { FastifyInstance } from "fastify";
import type { OperationRegistry } from "../operations/registry.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import { metadataPath } from "./challenge.ts";

/** Mounts the metadata of the agent door as a protected resource (RFC 9728): who gives out tokens, and which scopes there are. */
export function mountProtectedResource(
  server: FastifyInstance,
  { registry, publicUrl, issuer }: { registry: OperationRegistry; publicUrl: string; issuer: string | null },
): void {
  const scopes = [...registry.values()].flatMap(({ row, access }) =>
    row.tool && access.scope ? [access.scope] : [],
  );
  const metadata = {
    resource: `${publicUrl}/mcp`,
    ...(issuer === null ? {} : { authorization_servers: [issuer] }),
    bearer_methods_supported: ["header"],
    scopes_supported: [...new Set(scopes)].sort(),
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
