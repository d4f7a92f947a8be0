import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { anonymous, type Principal } from "../../src/access/principal.ts";
import { fixedClock, type Clock } from "../../src/clock.ts";
import { newMeter, type CallContext } from "../../src/context.ts";
import { DomainError, validationError, type FieldFault } from "../../src/errors.ts";
import type { Identify } from "../identify.ts";

/** What a call is made from: an HTTP request, or one operation of a connection that stays open. */
export type CallSource = Pick<FastifyRequest, "id" | "headers" | "query" | "params" | "routeOptions">;

export interface CallFactory {
  /** Makes the context of one call: request id, app, idempotency key, clock and verified caller. */
  (
    request: CallSource,
    reply: { raw: { on(event: "close", listener: () => void): unknown; writableFinished: boolean } },
  ): Promise<CallContext>;
}

export interface CallOptions {
  identify: Identify;
  clock: Clock;
  log: Logger;
  publicUrl: string;
  /** True in demo and test mode: `x-test-clock` moves every rule that depends on time. */
  allowTestClock: boolean;
}

/** Makes the factory of call contexts that all doors share. */
export function createCallFactory(options: CallOptions): CallFactory {
  return async (request, reply) => {
    const abort = new AbortController();
    reply.raw.on("close", () => {
      if (!reply.raw.writableFinished) abort.abort();
    });
    const unidentified: CallContext = {
      principal: anonymous,
      requestId: request.id,
      appId: readAppId(request),
      idempotencyKey: readIdempotencyKey(request.headers["idempotency-key"]),
      clock: readClock(request.headers["x-test-clock"], options),
      log: options.log,
      meter: newMeter(),
      publicUrl: options.publicUrl,
      signal: abort.signal,
    };
    const principal = await options.identify({
      headers: request.headers,
      query: (request.query ?? {}) as Record<string, unknown>,
      call: unidentified,
    });
    return { ...unidentified, principal };
  };
}

/**
 * The call of one more event of a stream: nothing that earlier ones remembered, and the caller verified again by the
 * credential that came with the request. Throws when it is no longer good, or when what it may do has changed.
 */
export async function renewCall(
  call: CallContext,
  { headers, query }: Pick<CallSource, "headers" | "query">,
  identify: Identify,
): Promise<CallContext> {
  const fresh: CallContext = { ...call, meter: newMeter() };
  const principal = await identify({
    headers,
    query: (query ?? {}) as Record<string, unknown>,
    call: { ...fresh, principal: anonymous },
  });
  if (rightsOf(principal) === rightsOf(call.principal)) return { ...fresh, principal };
  throw new DomainError("FORBIDDEN", "What this caller may do has changed; subscribe again.", {
    reason: "rights_changed",
  });
}

function rightsOf({ email: _email, name: _name, ...rights }: Principal): string {
  return JSON.stringify(rights, Object.keys(rights).sort());
}

/**
 * An idempotency key from a header or tool argument: 1 to 255 visible ASCII characters; the quoted form of the
 * IETF draft is the same key. Null when there is none.
 */
export function readIdempotencyKey(raw: unknown): string | null {
  if (raw === undefined || raw === null) return null;
  const text = typeof raw === "string" ? raw : "";
  const key = /^".*"$/.test(text) ? text.slice(1, -1) : text;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw validationError([
    { path: "idempotency-key", message: "must be 1 to 255 visible ASCII characters", rule: "pattern" },
  ]);
}

function readAppId(request: CallSource): string | null {
  const header = request.headers["x-app-id"];
  const inHeader = typeof header === "string" && header.trim() !== "" ? header.trim() : null;
  const isPathForm = request.routeOptions.url?.startsWith("/a/:appId/") ?? false;
  const inPath = isPathForm ? (request.params as { appId: string }).appId : null;
  if (inHeader !== null && inPath !== null && inHeader !== inPath) {
    throw new DomainError("APP_CONFLICT", "The path and x-app-id name different apps.", {
      path: inPath,
      header: inHeader,
    });
  }
  const appId = inHeader ?? inPath;
  if (appId !== null && !/^[a-z0-9][a-z0-9._-]{0,63}$/.test(appId)) {
    throw new DomainError("UNKNOWN_APP", "There is no such app.");
  }
  return appId;
}

function readClock(raw: unknown, options: CallOptions): Clock {
  if (raw === undefined || !options.allowTestClock) return options.clock;
  const at = new Date(String(raw));
  if (Number.isNaN(at.getTime())) {
    const fault: FieldFault = { path: "x-test-clock", message: "must be an ISO 8601 time", rule: "format" };
    throw validationError([fault]);
  }
  return fixedClock(at);
}
