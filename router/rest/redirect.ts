import type { FastifyReply, FastifyRequest } from "fastify";

/** True when `Accept` names JSON. Browsers that follow a link do not send it. */
export function acceptsJson({ headers }: FastifyRequest): boolean {
  const types = (headers.accept ?? "").split(",").map((range) => range.split(";")[0]!.trim().toLowerCase());
  return types.includes("application/json");
}

/** Redirects without caching and without a Referer. */
export function sendOn(reply: FastifyReply, url: string): FastifyReply {
  return reply
    .code(reply.request.method === "POST" ? 303 : 302)
    .headers({ location: url, "cache-control": "no-store", "referrer-policy": "no-referrer" })
    .send();
}
