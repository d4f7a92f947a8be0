import { createHash } from "node:crypto";
import type { CallContext } from "../../src/context.ts";
import { hasVersion } from "../http/accepted.ts";
import type { StoredOperation } from "../operations/registry.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

/** How clients and HTTP caches may keep the responses of an operation. */
export type Keeping = { maxAgeSeconds: number } | { except: readonly string[] };

/**
 * How the responses of an operation may be kept; null when they may not. Responses without an owner and without an
 * access rule are public for their lifetime. Other ones without an owner are private to their client, which revalidates
 * them: with another credential it may not read them any more.
 */
export function keepingOf({ row, caching }: StoredOperation): Keeping | null {
  const { revalidates, publicForSeconds, method, file, page, redirect } = row.rest ?? {};
  if (publicForSeconds !== undefined) return { maxAgeSeconds: publicForSeconds };
  if (revalidates && !file) return { except: revalidates.except ?? [] };
  if (!caching || method !== "GET" || file || page || redirect) return null;
  return caching.isPublic ? { maxAgeSeconds: caching.maxAgeSeconds } : { except: [] };
}

/** Sets the ETag of a file that its client revalidates. True when the client has it already: then 304 is set, and no body is due. */
export function isKnownFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { content }: { content: string },
): boolean {
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
  void reply.header("etag", etag).header("cache-control", "private, no-cache");
  if (!hasVersion(request.headers["if-none-match"], etag)) return false;
  void reply.code(304);
  return true;
}

/** Sends a body that may be kept. Data from an outage of its source is not. */
export function sendKept(
  { request, reply, call }: { request: FastifyRequest; reply: FastifyReply; call: CallContext },
  keeping: Keeping,
  answer: { body: unknown; status: number },
): FastifyReply {
  if ("except" in keeping) return sendRevalidated(request, reply, { ...answer, ...keeping });
  if (call.meter.stale) return sendRevalidated(request, reply, answer);
  return sendCacheable(request, reply, { ...answer, ...keeping });
}

/**
 * Sends a body that anyone may keep for `maxAgeSeconds`, with a strong ETag of its bytes; a client that has it already
 * (`If-None-Match`) gets 304 without a body.
 */
function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, status, maxAgeSeconds }: { body: unknown; status: number; maxAgeSeconds: number },
): FastifyReply {
  const text = JSON.stringify(body);
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
  void reply.header("etag", etag).header("cache-control", `public, max-age=${maxAgeSeconds}`);
  if (hasVersion(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.code(status).type("application/json; charset=utf-8").send(text);
}

/**
 * Sends a body that is private to its principal and revalidated each time: 304 without a body when it is
 * unchanged. The ETag is weak where the fields of `except` may differ, since the bytes then do.
 */
function sendRevalidated(
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
  if (hasVersion(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.code(status).type("application/json; charset=utf-8").send(text);
}
