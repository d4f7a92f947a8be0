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

/** Compared weakly, as RFC 9110 13.1.2 asks: a proxy may have marked the tag weak. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
