import type { IncomingHttpHeaders } from "node:http";
import { validationError } from "../../src/errors.ts";

/** Headers that the payload of `connection_init` may carry; browsers cannot set headers on an upgrade. */
const payloadNames = ["authorization", "x-api-key", "x-app-id", "x-account-id", "x-on-behalf-of"] as const;

/**
 * The headers that calls of a connection are made with: those of the upgrade and the credentials of its
 * `connection_init`, under names in any case. Throws VALIDATION_ERROR when both name one thing differently, or a value
 * is no text.
 */
export function connectionHeaders(
  upgrade: IncomingHttpHeaders,
  payload: Record<string, unknown> | undefined,
): IncomingHttpHeaders {
  // A key belongs to one write, not to all that are sent on a connection.
  const { "idempotency-key": _, ...headers } = upgrade;
  const given = new Map(Object.entries(payload ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  for (const name of payloadNames) {
    const value = given.get(name);
    if (value === undefined || value === null) continue;
    if (typeof value !== "string") throw fault(name, "must be a string", "type");
    if (headers[name] !== undefined && headers[name] !== value) {
      throw fault(name, "must equal the header of the upgrade request", "single");
    }
    headers[name] = value;
  }
  return headers;
}

/** The connection's headers for one operation, with the idempotency key from its `extensions`. */
export function operationHeaders(
  headers: IncomingHttpHeaders,
  extensions: Record<string, unknown> | null | undefined,
): IncomingHttpHeaders {
  const key = extensions?.["idempotencyKey"];
  // A value that is not text is refused like an invalid header.
  return key === undefined || key === null ? headers : { ...headers, "idempotency-key": String(key) };
}

function fault(path: string, message: string, rule: string): Error {
  return validationError([{ path, message, rule }]);
}
