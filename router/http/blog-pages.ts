import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parse } from "graphql";
import type { Logger } from "pino";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import type { Clock } from "../../src/time/clock.ts";
import { internalCall } from "../internal/internal-client.ts";
import type { Limits } from "../limits/limits.ts";
import { sendError } from "./answer.ts";
import { blogStyle } from "./blog-style.ts";
import { readClock, type ClockOptions } from "./call-clock.ts";
import { countByAddress } from "./count-by-address.ts";
import { refuseOtherMethods } from "./methods.ts";

/** What the hub answers for a page. */
interface PageAnswer {
  status: number;
  contentType: string | null;
  location: string | null;
  etag: string | null;
  content: string;
}

interface PageRequest {
  handle: string;
  kind: string;
  name: string | null;
  page: number;
  ifNoneMatch: string | null;
}

/** Gets a public page of a blog. */
export type BlogPages = (
  input: PageRequest,
  request: { requestId: string; clock: Clock },
) => Promise<PageAnswer>;

const document = parse(/* GraphQL */ `
  query BlogPage($input: BlogPageInput!) {
    blogPage(input: $input) {
      status
      contentType
      location
      etag
      content
    }
  }
`);

/** The hub knows which blogs and posts are public. */
export function createBlogPages(hub: SubgraphExecutor, parts: { log: Logger; publicUrl: string }): BlogPages {
  const callHub = internalCall(hub, parts);
  return async (input, request) => (await callHub(document, { input }, request))["blogPage"] as PageAnswer;
}

export interface BlogPageOptions extends ClockOptions {
  blogPages: BlogPages;
  limits: Limits;
  log: Logger;
  publicUrl: string;
}

/** No scripts, no forms, no frames, and nothing from elsewhere. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const styleUrl = "/blogs/style.css";
const imageUrl = "/blogs/files/:fileId";
const firstUrl = "/blogs/:handle";
const pageUrl = "/blogs/:handle/*";

/** Mounts the public pages of blogs: no principal and no JSON. Requests count against their address. */
export function mountBlogPages(server: FastifyInstance, options: BlogPageOptions): void {
  server.get(styleUrl, (_request, reply) =>
    reply
      .headers({ "cache-control": "public, max-age=3600", "x-content-type-options": "nosniff" })
      .type("text/css; charset=utf-8")
      .send(blogStyle),
  );
  server.get<{ Params: { fileId: string } }>(imageUrl, (request, reply) =>
    answerPage(request, reply, { handle: "", kind: "image", name: request.params.fileId }, options),
  );
  server.get<{ Params: { handle: string } }>(firstUrl, (request, reply) =>
    answerPage(request, reply, { handle: request.params.handle, kind: "posts", name: null }, options),
  );
  server.get<{ Params: { handle: string; "*": string } }>(pageUrl, (request, reply) => {
    const { handle, "*": path } = request.params;
    return answerPage(request, reply, { handle, ...readPath(path) }, options);
  });
  for (const url of [styleUrl, imageUrl, firstUrl, pageUrl]) refuseOtherMethods(server, url, ["GET", "HEAD"]);
}

type Named = Pick<PageRequest, "handle" | "kind" | "name">;

/** What the path below a blog leads to; a post of an impossible name where it is none of the known ones. */
function readPath(path: string): Omit<Named, "handle"> {
  const [first = "", second, ...more] = path.split("/");
  if (more.length > 0) return { kind: "post", name: "" };
  if (second !== undefined)
    return first === "category" || first === "tag"
      ? { kind: first, name: second }
      : { kind: "post", name: "" };
  const feed = /^(rss|atom|sitemap)\.xml$/.exec(first)?.[1];
  return feed === undefined ? { kind: "post", name: first } : { kind: feed, name: null };
}

/** Pages may be kept for a minute; then they are asked for again by their ETag. */
const freshSeconds = 60;
const maxNameLength = 200;

async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  named: Named,
  options: BlogPageOptions,
): Promise<FastifyReply> {
  try {
    const clock = readClock(request.headers["x-test-clock"], options);
    // A page with its images is many requests.
    await countByAddress(request, reply, { clock, limit: { limit: "webhook-in" }, options });
    const { page } = request.query as { page?: unknown };
    const ifNoneMatch = request.headers["if-none-match"]?.slice(0, maxNameLength) ?? null;
    const input = {
      handle: named.handle.slice(0, maxNameLength),
      kind: named.kind,
      name: named.name?.slice(0, maxNameLength) ?? null,
      page: page === undefined ? 1 : readNumber(page),
      ifNoneMatch,
    };
    return sendPage(reply, await options.blogPages(input, { requestId: request.id, clock }));
  } catch (error) {
    return sendError(reply, error);
  }
}

/** The number of a page; 0, which is no page, for anything else. */
function readNumber(page: unknown): number {
  return typeof page === "string" && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 0;
}

function sendPage(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  const { status, contentType, location, etag, content } = answer;
  void reply.code(status).headers({
    "content-security-policy": policy,
    "cache-control": status === 404 ? "no-store" : `public, max-age=${freshSeconds}`,
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    // Readers of feeds show them on pages of their own.
    "cross-origin-resource-policy": "cross-origin",
  });
  if (etag !== null) void reply.header("etag", etag);
  if (location !== null) void reply.header("location", location);
  if (contentType !== null) void reply.type(contentType);
  return reply.send(content);
}
