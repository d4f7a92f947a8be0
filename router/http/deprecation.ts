import type { FastifyReply } from "fastify";

/** Says that what was asked for is deprecated since a day (RFC 9745), and which path replaces it. It has no end date. */
export function announceDeprecation(
  reply: FastifyReply,
  { since, successor }: { since: string; successor: string },
): void {
  void reply
    .header("deprecation", `@${Date.parse(`${since}T00:00:00Z`) / 1000}`)
    .header("link", `<${successor}>; rel="successor-version", </openapi.json>; rel="deprecation"`);
}
