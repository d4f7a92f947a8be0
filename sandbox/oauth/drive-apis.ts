import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { newToken } from "../../src/ids.ts";
import { googleError, googleReason, graphCode, graphError, type ConnectedApi } from "./connected-api.ts";
import { read } from "./switches.ts";

const storageSchema = z.strictObject({
  account: z.string().min(1).max(200),
  files: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(100),
        name: z.string().min(1).max(200),
        contentType: z.string().max(100),
        /** Base64. */
        content: z.string().max(20_000_000),
        /** What the service says, where that is not the size of the content. */
        size: z.int().min(0).optional(),
      }),
    )
    .max(1_000),
});
type StoredFile = z.output<typeof storageSchema>["files"][number];

const googleScopes = ["drive.readonly", "drive", "drive.file"].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);
const graphScopes = ["Files.Read", "Files.ReadWrite"];
const modified = "2026-03-01T10:00:00.000Z";

interface Storages {
  filesOf(name: string, account: string): readonly StoredFile[];
}

/**
 * Storage of connected accounts in the protocols of Google Drive v3 and Microsoft Graph's drives. `PUT /switches/files/{name}`
 * sets the files of an account; without it there is one invented text.
 */
export function addDriveApis(app: FastifyInstance, api: ConnectedApi, url: () => string): void {
  const stores = new Map<string, readonly StoredFile[]>();
  app.put<{ Params: { name: string } }>(
    "/switches/files/:name",
    { config: { isControl: true } },
    async (request) => {
      const { account, files } = read(storageSchema, request.body);
      stores.set(`${request.params.name} ${account}`, files);
      return { total: files.length };
    },
  );
  const storages = {
    filesOf: (name: string, account: string) => stores.get(`${name} ${account}`) ?? invented,
  };
  addGoogleDrive(app, api, storages);
  addGraphDrive(app, api, storages, url);
  addDownloads(app);
}

function pageOf(files: readonly StoredFile[], limit: unknown, token: unknown) {
  const first = typeof token === "string" && /^\d{1,5}$/.test(token) ? Number(token) : 0;
  const last = first + Math.min(Math.max(Number(limit) || 100, 1), 1_000);
  return { files: files.slice(first, last), next: last < files.length ? String(last) : null };
}

function addGoogleDrive(app: FastifyInstance, api: ConnectedApi, { filesOf }: Storages): void {
  app.get<{ Params: { "*": string } }>("/apis/google/drive/v3/files*", async (request, reply) => {
    const holder = await api.holderOf("google", request);
    if (!holder) return googleError(reply, 401, "authError");
    if (!googleScopes.some((scope) => holder.scopes.includes(scope)))
      return googleError(reply, 403, "insufficientPermissions");
    const files = filesOf("google", holder.account);
    const query = request.query as Record<string, string | undefined>;
    const id = decodeURIComponent(request.params["*"].replace(/^\//, ""));
    const refuse = (status: number) => googleError(reply, status, googleReason(status));
    if (id === "") {
      const named = /name contains '((?:[^'\\]|\\.)*)'/.exec(query["q"] ?? "")?.[1];
      const words = named?.replaceAll(/\\(.)/g, "$1").toLowerCase() ?? "";
      const found = files.filter(({ name }) => name.toLowerCase().includes(words));
      const page = pageOf(found, query["pageSize"], query["pageToken"]);
      const next = page.next === null ? {} : { nextPageToken: page.next };
      return api.finish(
        reply,
        () => ({ status: 200, body: { files: page.files.map(toGoogle), ...next } }),
        refuse,
      );
    }
    const file = files.find((one) => one.id === id);
    if (!file) return googleError(reply, 404, "notFound");
    if (query["alt"] !== "media")
      return api.finish(reply, () => ({ status: 200, body: toGoogle(file) }), refuse);
    return api.finish(reply, () => ({ status: 200, body: Buffer.from(file.content, "base64") }), refuse);
  });
}

function addGraphDrive(
  app: FastifyInstance,
  api: ConnectedApi,
  { filesOf }: Storages,
  url: () => string,
): void {
  app.get<{ Params: { "*": string } }>("/apis/microsoft/v1.0/me/drive/*", async (request, reply) => {
    const holder = await api.holderOf("microsoft", request);
    if (!holder) return graphError(reply, 401, "InvalidAuthenticationToken");
    if (!graphScopes.some((scope) => holder.scopes.includes(scope)))
      return graphError(reply, 403, "accessDenied");
    const files = filesOf("microsoft", holder.account);
    const query = request.query as Record<string, string | undefined>;
    const path = request.params["*"];
    const refuse = (status: number) => graphError(reply, status, graphCode(status));
    const searched = /^root\/search\(q='(.*)'\)$/.exec(path)?.[1];
    if (path === "root/children" || searched !== undefined) {
      const words = (searched ?? "").replaceAll("''", "'").toLowerCase();
      const found = files.filter(({ name }) => name.toLowerCase().includes(words));
      const page = pageOf(found, query["$top"], query["$skiptoken"]);
      const link = `${url()}/apis/microsoft/v1.0/me/drive/root/children?$skiptoken=${page.next ?? ""}`;
      const folder = { id: "folder", name: "Folder", folder: { childCount: 0 } };
      const body = {
        value: [folder, ...page.files.map(toGraph)],
        ...(page.next === null ? {} : { "@odata.nextLink": link }),
      };
      return api.finish(reply, () => ({ status: 200, body }), refuse);
    }
    const [, id, isContent] = /^items\/([^/]+)(\/content)?$/.exec(path) ?? [];
    const file = files.find((one) => one.id === id);
    if (!file) return graphError(reply, 404, "itemNotFound");
    if (!isContent) return api.finish(reply, () => ({ status: 200, body: toGraph(file) }), refuse);
    const key = newToken(16);
    downloads.set(key, Buffer.from(file.content, "base64"));
    reply.header("location", `${url()}/apis/microsoft/downloads/${key}`);
    return api.finish(reply, () => ({ status: 302 }), refuse);
  });
}

/** Files that are waiting to be downloaded, by the secret of their address. */
const downloads = new Map<string, Buffer>();

function addDownloads(app: FastifyInstance): void {
  // As at the real service, the address itself gives access, and a token is refused.
  app.get<{ Params: { key: string } }>(
    "/apis/microsoft/downloads/:key",
    async ({ params, headers }, reply) => {
      const bytes = downloads.get(params.key);
      if (!bytes || headers.authorization !== undefined) return reply.code(401).send();
      downloads.delete(params.key);
      return reply.header("content-type", "application/octet-stream").send(bytes);
    },
  );
}

const invented: readonly StoredFile[] = [
  {
    id: "sandbox-notes",
    name: "Notes.txt",
    contentType: "text/plain",
    content: Buffer.from("A note of the sandbox.\n").toString("base64"),
  },
];

const sizeOf = ({ content, size }: StoredFile) => size ?? Buffer.from(content, "base64").byteLength;

function toGoogle(file: StoredFile): object {
  const { id, name, contentType: mimeType } = file;
  const isNative = mimeType.startsWith("application/vnd.google-apps.");
  return { id, name, mimeType, modifiedTime: modified, ...(isNative ? {} : { size: String(sizeOf(file)) }) };
}

function toGraph(file: StoredFile): object {
  const { id, name, contentType: mimeType } = file;
  return { id, name, size: sizeOf(file), lastModifiedDateTime: modified, file: { mimeType } };
}
