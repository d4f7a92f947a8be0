import type { FastifyInstance } from "fastify";
import type { GraphExecutor } from "../execution/graph-executor.ts";
import type { CompressedDocuments } from "../http/compressed-documents.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import type { OperationRegistry } from "../operations/registry.ts";
import { buildOpenApi } from "./openapi.ts";

/** What the documents describe. */
export interface DocumentOptions {
  registry: OperationRegistry;
  executor: GraphExecutor;
  documents: CompressedDocuments;
  version: string;
  publicUrl: string;
  /** The issuer of people's tokens; programs find its device flow there. */
  issuer?: string;
}

/** Mounts `/openapi.json`, `/schema.graphql`, and the list of doors at `/` for other clients than browsers. */
export function mountDocuments(
  server: FastifyInstance,
  { registry, executor, documents, version, publicUrl, issuer }: DocumentOptions,
): void {
  const links = {
    graphql: "/graphql",
    schema: "/schema.graphql",
    rest: "/openapi.json",
    agents: "/mcp",
    tools: "/tools",
  };
  server.get("/", () => ({ name: "Hub platform", version, ...links, ready: "/readyz", issuer }));
  refuseOtherMethods(server, "/", ["GET", "HEAD"]);
  mount("/openapi.json", "application/json; charset=utf-8", () =>
    JSON.stringify(buildOpenApi(registry, { version, serverUrl: publicUrl })),
  );
  mount("/schema.graphql", "application/graphql", () => executor.printedSchema());

  /** The text is made once, at the first request. */
  function mount(path: string, type: string, make: () => string): void {
    let text: Buffer | null = null;
    server.get(path, (request, reply) =>
      documents.send(request, reply, { text: (text ??= Buffer.from(make())), type }),
    );
    refuseOtherMethods(server, path, ["GET", "HEAD"]);
  }
}
