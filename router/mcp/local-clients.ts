import type { IncomingHttpHeaders } from "node:http";
import { memoizeLast } from "../../src/concurrency/memoize-last.ts";
import { DomainError } from "../../src/errors.ts";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * A platform on this machine accepts only requests that name this machine (DNS rebinding): a page of another
 * site whose name resolves to this machine sends its own name in `Host`. Pages of other origins are stopped by
 * the response to their preflights. A platform with a public name has proxies and TLS for that. Throws
 * FORBIDDEN.
 */
export function refuseRebound({ host }: IncomingHttpHeaders, publicUrl: string): void {
  if (!publicPlace(publicUrl).isLocal || namedPlace(host ?? "").isLocal) return;
  throw new DomainError("FORBIDDEN", "Only clients on this machine may connect. Use a local address.", {
    reason: "host_not_allowed",
  });
}

// Clients keep to one host, and parsing a URL takes longer than the rest of the check.
const publicPlace = memoizeLast((url: string) => ({ isLocal: loopback.has(new URL(url).hostname) }));
const namedPlace = memoizeLast((host: string) => {
  const url = `http://${host}`;
  return { isLocal: URL.canParse(url) && loopback.has(new URL(url).hostname) };
});
