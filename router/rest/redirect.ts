import type { FastifyReply, FastifyRequest } from "fastify";

/** True for a caller who names JSON among what it accepts; browsers that follow a link do not. */
export function acceptsJson({ headers }: FastifyRequest): boolean {
  const types = (headers.accept ?? "").split(",").map((range) => range.split(";")[0]!.trim().toLowerCase());
  return types.includes("application/json");
}

/** Sends a person on. Nobody keeps the answer, and the next page is not told where the person came from. */
export function sendOn(reply: FastifyReply, url: string): FastifyReply {
  return reply
    .code(302)
    .headers({ location: url, "cache-control": "no-store", "referrer-policy": "no-referrer" })
    .send();
}
