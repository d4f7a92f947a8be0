import type { FastifyInstance } from "fastify";
import { DomainError } from "../../src/errors.ts";
import { sendError } from "../http/answer.ts";
import type { CompressedDocuments } from "../http/compressed-documents.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import { buildOpenApi } from "../openapi/openapi.ts";
import type { OperationRegistry } from "../operations/registry.ts";
import { brunoCollection } from "./collections/bruno.ts";
import { collectionApps, collectionRequests } from "./collections/collection-request.ts";
import { operationManifest } from "./collections/operation-manifest.ts";
import { postmanCollection } from "./collections/postman.ts";
import { appDocument } from "./app-document.ts";

interface DownloadOptions {
  registry: OperationRegistry;
  documents: CompressedDocuments;
  version: string;
  publicUrl: string;
}

/**
 * Mounts what developers download for an app: `/openapi/{app}.json`, `/collections/{app}/postman.json` and `bruno.json`;
 * and `/persisted-operations.json`. Sent compressed, with an ETag.
 */
export function mountDownloads(
  server: FastifyInstance,
  { registry, documents, version, publicUrl }: DownloadOptions,
): void {
  const apps = new Set(collectionApps(registry));
  mountPerApp("/openapi/:app.json", (app) =>
    appDocument(buildOpenApi(registry, { version, serverUrl: publicUrl }), app),
  );
  mountPerApp("/collections/:app/postman.json", (app) =>
    postmanCollection(app, collectionRequests(registry, app), publicUrl),
  );
  mountPerApp("/collections/:app/bruno.json", (app) =>
    brunoCollection(app, collectionRequests(registry, app), publicUrl),
  );
  mount(
    "/persisted-operations.json",
    () => true,
    () => operationManifest(registry),
  );

  function mountPerApp(path: string, build: (app: string) => unknown): void {
    mount(path, (app) => apps.has(app), build);
  }

  /** Each text is made once, at its first request. */
  function mount(path: string, isKnown: (app: string) => boolean, build: (app: string) => unknown): void {
    const texts = new Map<string, Buffer>();
    server.get<{ Params: { app?: string } }>(path, (request, reply) => {
      const { app = "" } = request.params;
      if (!isKnown(app))
        return sendError(reply, new DomainError("NOT_FOUND", `No app with operations is named ${app}.`));
      const text = texts.get(app) ?? Buffer.from(JSON.stringify(build(app)));
      texts.set(app, text);
      return documents.send(request, reply, { text, type: "application/json; charset=utf-8" });
    });
    refuseOtherMethods(server, path, ["GET", "HEAD"]);
  }
}
