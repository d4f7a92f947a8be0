import type { IncomingHttpHeaders } from "node:http";
import type { CallContext } from "../../context.ts";

/**
 * Headers that no allow-list may contain: those of one connection or of the message itself (RFC 9110, 7.6.1),
 * credentials, and headers by which the platform and its proxies identify principals and clients.
 */
const refused = new Set([
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "forwarded",
  "host",
  "idempotency-key",
  "keep-alive",
  "origin",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-account-id",
  "x-api-key",
  "x-batch-signature",
  "x-on-behalf-of",
  "x-real-ip",
  "x-request-id",
]);
const refusedPrefixes = ["proxy-", "sec-", "x-forwarded-", "x-hub-", "x-principal"];

const maxValueLength = 2_048;

/** True for the lowercase name of a client header that may be sent to a subgraph. */
export function propagableHeader(name: string): boolean {
  return (
    /^[a-z0-9][a-z0-9-]{0,63}$/.test(name) &&
    !refused.has(name) &&
    !refusedPrefixes.some((prefix) => name.startsWith(prefix))
  );
}

/** The allowed headers of a request; undefined without any. A repeated or long header is left out. */
export function pickHeaders(
  headers: IncomingHttpHeaders,
  allowed: readonly string[],
): ReadonlyMap<string, string> | undefined {
  let found: Map<string, string> | undefined;
  for (const name of allowed) {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    if (typeof value !== "string" || value.length > maxValueLength) continue;
    if (/[^\t\u0020-\u007e]/.test(value)) continue;
    (found ??= new Map()).set(name, value);
  }
  return found;
}

/** The headers of a call that one subgraph's allow-list admits. */
export function headersFor(call: CallContext, allowed: readonly string[]): Record<string, string> {
  const picked = Object.create(null) as Record<string, string>;
  for (const name of allowed) {
    const value = call.headers?.get(name);
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}
