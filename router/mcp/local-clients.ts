import type { IncomingHttpHeaders } from "node:http";
import { DomainError } from "../../src/errors.ts";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * A platform on this machine accepts only requests that name this machine (DNS rebinding): a page of another
 * site whose name resolves to this machine sends its own name in `Host`. Pages of other origins are stopped by
 * the response to their preflights. A platform with a public name has proxies and TLS for that. Throws
 * FORBIDDEN.
 */
export function refuseRebound({ host }: IncomingHttpHeaders, publicUrl: string): void {
  if (!loopback.has(new URL(publicUrl).hostname)) return;
  const address = `http://${host ?? ""}`;
  if (URL.canParse(address) && loopback.has(new URL(address).hostname)) return;
  throw new DomainError("FORBIDDEN", "Only clients on this machine may connect. Use a local address.", {
    reason: "host_not_allowed",
  });
}
