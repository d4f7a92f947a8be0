import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Sends a body that anyone may keep for `maxAgeSeconds`, with a strong ETag of its bytes; a client that has it already
 * (`If-None-Match`) gets 304 without a body.
 */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, status, maxAgeSeconds }: { body: unknown; status: number; maxAgeSeconds: number },
): FastifyReply {
  const text = JSON.stringify(body);
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
  void reply.header("etag", etag).header("cache-control", `public, max-age=${maxAgeSeconds}`);
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.code(status).type("application/json; charset=utf-8").send(text);
}

/**
 * Sends a body that is private to its principal and revalidated each time: 304 without a body when it is
 * unchanged. The ETag is weak where the fields of `except` may differ, since the bytes then do.
 */
export function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, status, except = [] }: { body: unknown; status: number; except?: readonly string[] },
): FastifyReply {
  const text = JSON.stringify(body);
  const told = Object.entries(body as object).filter(([name]) => !except.includes(name));
  const isExact = except.length === 0;
  const digest = createHash("sha256").update(isExact ? text : JSON.stringify(told));
  const etag = `"${digest.digest("base64url").slice(0, 27)}"`;
  void reply.header("etag", isExact ? etag : `W/${etag}`).header("cache-control", "private, no-cache");
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.code(status).type("application/json; charset=utf-8").send(text);
}

/** Weak comparison, as RFC 9110 13.1.2 requires: a proxy may have marked the tag weak. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
