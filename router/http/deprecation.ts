import type { DoorReply } from "./door.types.ts";

/**
 * Sends the date since which the operation is deprecated (RFC 9745), and the path that replaces it. There is no
 * end date.
 */
export function announceDeprecation(
  reply: Pick<DoorReply, "header">,
  { since, successor }: { since: string; successor: string },
): void {
  void reply.header("deprecation", `@${Date.parse(`${since}T00:00:00Z`) / 1000}`);
  void reply.header("link", `<${successor}>; rel="successor-version", </openapi.json>; rel="deprecation"`);
}
