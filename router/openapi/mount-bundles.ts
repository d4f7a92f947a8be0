import type { FastifyInstance } from "fastify";
import { DomainError } from "../../src/errors.ts";
import { sendError } from "../http/answer.ts";
import type { CompressedDocuments } from "../http/compressed-documents.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import type { ToolDoor } from "../tools/door.ts";
import { buildAppDocument, buildBundle, bundleNames, type BundleParts } from "./bundles.ts";
import type { OpenApi } from "./openapi.ts";

interface BundleOptions {
  tools: ToolDoor;
  documents: CompressedDocuments;
  version: string;
  publicUrl: string;
}

/** Mounts what agents import: `/actions/{bundle}/openapi.json`, small, and `/apps/{appId}/openapi.json`, whole. */
export function mountBundles(
  server: FastifyInstance,
  { tools, documents, version, publicUrl }: BundleOptions,
): void {
  const searchTool = tools.platform.get("search_tools")!;
  const parts: BundleParts = { catalogue: tools.catalogue, searchTool, version, serverUrl: publicUrl };
  mount("/actions/:name/openapi.json", buildBundle);
  mount("/apps/:name/openapi.json", buildAppDocument);

  function mount(path: string, build: (name: string, parts: BundleParts) => OpenApi | null): void {
    const made = new Map<string, Buffer>();
    const names = new Set(bundleNames(tools.catalogue));
    server.get<{ Params: { name: string } }>(path, (request, reply) => {
      const { name } = request.params;
      if (!names.has(name)) return sendError(reply, new DomainError("NOT_FOUND", `Unknown bundle ${name}.`));
      const text = made.get(name) ?? Buffer.from(JSON.stringify(build(name, parts)));
      made.set(name, text);
      const type = "application/json; charset=utf-8";
      return documents.send(request, reply, { text, type, cacheControl: "public, max-age=3600" });
    });
    refuseOtherMethods(server, path, ["GET", "HEAD"]);
  }
}
