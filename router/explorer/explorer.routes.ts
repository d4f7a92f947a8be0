import { createReadStream } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../../src/errors.ts";
import { escapeHtml } from "../../src/text/html.ts";
import { addVary, hasVersion, wantedEncoding, wantedPage } from "../http/accepted.ts";
import { sendError } from "../http/answer.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import { markdownOf } from "./markdown/twins.ts";
import { readPageHead } from "./page-head.ts";
import { pagePolicy } from "./page-policy.ts";
import { matchPage } from "./pages.ts";
import type { Site } from "./site.ts";

/** Facts about the server that pages show. */
export interface ExplorerOptions {
  site: Site;
  version: string;
  /** `development`, `test` or `production`. */
  environment: string;
  isDemo: boolean;
}

/**
 * Mounts the explorer: its files, and its pages for requests that accept HTML. A page may share its path with the API
 * (`/webhooks`): requests that accept HTML get the page, all others the API. An unknown path is a page for browsers too.
 */
export function mountExplorer(server: FastifyInstance, options: ExplorerOptions): void {
  const { site } = options;
  const shell = fillShell(site.read("index.html"), options);
  const headOf = readPageHead(site);
  server.addHook("onRequest", (request, reply, done) => {
    if (request.method !== "GET" && request.method !== "HEAD") return done();
    const path = pathOf(request);
    const twin = path.endsWith(".md") ? matchPage(path.replace(/(\/index)?\.md$/, "") || "/") : null;
    if (twin) return sendMarkdown(reply, markdownOf(site, twin), done);
    const wanted = wantedPage(request.headers.accept);
    const match = wanted && matchPage(path);
    if (!match) {
      if (wanted === "html" && request.is404) return sendPage(reply, shell, 404);
      return done();
    }
    if (wanted === "markdown") return sendMarkdown(reply, markdownOf(site, match), done);
    sendPage(
      reply,
      shell.replace("</head>", () => `${headOf(match)}</head>`),
      isThere(site, match) ? 200 : 404,
    );
  });
  server.get("/llms.txt", (request, reply) => sendFile(request, reply, { site, path: "data/llms.txt" }));
  refuseOtherMethods(server, "/llms.txt", ["GET", "HEAD"]);
  const url = "/explorer/*";
  server.get<{ Params: { "*": string } }>(url, (request, reply) =>
    sendFile(request, reply, { site, path: request.params["*"] }),
  );
  refuseOtherMethods(server, url, ["GET", "HEAD"]);
}

function pathOf({ url }: FastifyRequest): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

function isThere(site: Site, { page, params }: NonNullable<ReturnType<typeof matchPage>>): boolean {
  if (page.data === undefined) return true;
  return (
    site.find(`data/${page.data.replaceAll(/:(\w+)/g, (_match, name: string) => params[name]!)}`) !==
    undefined
  );
}

function sendPage(reply: FastifyReply, shell: string, status: number): void {
  addVary(reply, "accept");
  void reply
    .code(status)
    .headers({ "content-security-policy": pagePolicy, "cache-control": "no-cache" })
    .type("text/html; charset=utf-8")
    .send(shell);
}

/** Sends the Markdown version of a page. Calls `done` if there is none. */
function sendMarkdown(reply: FastifyReply, text: string | null, done: () => void): void {
  if (text === null) return done();
  addVary(reply, "accept");
  void reply.header("cache-control", "no-cache").type("text/markdown; charset=utf-8").send(text);
}

/** The built page with the facts of this server. */
function fillShell(html: string, { version, environment, isDemo }: ExplorerOptions): string {
  const isProduction = environment === "production";
  const facts = {
    version,
    environment: `${isProduction ? "production" : "local"}${isDemo ? " · demo data" : ""}`,
    alarm: String(isProduction && isDemo),
    demo: String(isDemo),
  };
  const tags = Object.entries(facts).map(
    ([name, content]) => `<meta name="hub-${name}" content="${escapeHtml(content)}">`,
  );
  return html.replace("</head>", `${tags.join("")}</head>`);
}

/** Headers that say something of documents and API responses, not of the files of a page. They were a fifth of its bytes. */
const documentHeaders = [
  "access-control-expose-headers",
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "x-api-version",
  "x-dns-prefetch-control",
  "x-frame-options",
  "x-request-id",
  "x-download-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
] as const;

/** File names below `assets/` contain a content hash, so these files never change. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, path }: { site: Site; path: string },
): Promise<FastifyReply> {
  const file = path.startsWith("assets/") || path.startsWith("data/") ? site.find(path) : undefined;
  if (!file) return sendError(reply, new DomainError("NOT_FOUND", "Path not found. Check the URL."));
  const isHashed = path.startsWith("assets/");
  for (const name of documentHeaders) void reply.removeHeader(name);
  addVary(reply, "accept-encoding");
  void reply.headers({
    etag: file.etag,
    "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
  });
  if (hasVersion(request.headers["if-none-match"], file.etag)) return reply.code(304).send();
  const encoding = wantedEncoding(request.headers["accept-encoding"], file);
  if (encoding !== null) void reply.header("content-encoding", encoding);
  return reply.type(file.type).send(createReadStream(site.locate(path, encoding)));
}
