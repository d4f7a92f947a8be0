import type { IncomingHttpHeaders } from "node:http";
import { DomainError } from "../../src/errors.ts";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * A platform on this machine answers only calls that name this machine: a page of elsewhere whose name was made to lead
 * here (DNS rebinding) names itself in `Host`. Pages of other origins are held off by the answers to their preflights. A
 * platform with a name of its own has proxies and TLS for that. Throws FORBIDDEN.
 */
export function refuseRebound({ host }: IncomingHttpHeaders, publicUrl: string): void {
  if (!loopback.has(new URL(publicUrl).hostname)) return;
  const address = `http://${host ?? ""}`;
  if (URL.canParse(address) && loopback.has(new URL(address).hostname)) return;
  throw new DomainError("FORBIDDEN", "Only clients on this machine may connect. Use a local address.", {
    reason: "host_not_allowed",
  });
}
