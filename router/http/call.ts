import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { anonymous, type Principal } from "../../src/access/principal.ts";
import { ruleFromFacts } from "../../src/access/rule-from-facts.ts";
import { isPublic, type AccessFacts } from "../../src/access/rules.ts";
import type { MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import { newMeter, type CallContext } from "../../src/context.ts";
import { pickHeaders } from "../../src/graphql/foreign/propagated-headers.ts";
import { DomainError, publicError, validationError } from "../../src/errors.ts";
import type { Identify } from "../calls/identify.ts";
import { isOwnPage, type AllowedOrigins } from "./allowed-origins.ts";
import type { Limits } from "../limits/limits.ts";
import { pageReadHeader } from "../limits/page-reads.ts";
import { readClock, type ClockOptions } from "./call-clock.ts";
import type { KeyUsageRecorder } from "./key-usage.ts";
import type { RequestLog } from "./request-log.ts";

/** The source of a request context: an HTTP request, or one operation of a persistent connection. */
export interface CallSource extends Pick<FastifyRequest, "id" | "headers" | "query" | "params" | "ip"> {
  routeOptions: { url?: string | undefined };
}

export interface CallFactory {
  /** Creates the context of one request: request id, app, idempotency key, clock and verified principal. */
  (
    request: CallSource,
    reply: {
      raw: { on(event: "close", listener: () => void): unknown; writableFinished: boolean };
      /** Sets headers of the answer, where there is one. */
      headers?(values: Record<string, string>): unknown;
    },
    options?: {
      /** The door calls `refuseUnreadableApp` once it knows the operation. */
      refusesApp?: true;
    },
  ): MaybePromise<CallContext>;
}

export interface CallOptions extends ClockOptions {
  identify: Identify;
  log: Logger;
  publicUrl: string;
  /** Whose pages may call, by app. */
  allowedOrigins: AllowedOrigins;
  keyUsage: KeyUsageRecorder;
  requestLog: RequestLog;
  limits: Limits;
  /** Names of client headers that subgraphs may receive. Default: none. */
  propagatedHeaders?: readonly string[];
}

/** The abort reason after a client disconnect, created once: each new error captures the stack. */
const disconnected = new DOMException("The client disconnected.", "AbortError");

/** Makes the factory of call contexts that all doors share. */
export function createCallFactory(options: CallOptions): CallFactory {
  return async (request, reply, { refusesApp } = {}) => {
    const startedAt = performance.now();
    const abort = new AbortController();
    reply.raw.on("close", () => {
      if (!reply.raw.writableFinished) abort.abort(disconnected);
    });
    const { appId, fault: unreadableApp } = readAppId(request);
    const { key, fault: unreadableKey } = readKeyHeader(request.headers["idempotency-key"]);
    const appFault = unreadableApp ?? unreadableKey;
    const unidentified: CallContext = {
      principal: anonymous,
      requestId: request.id,
      appId,
      ...(appFault && { appFault }),
      idempotencyKey: key,
      clock: readClock(request.headers["x-test-clock"], options),
      log: options.log,
      meter: newMeter(),
      publicUrl: options.publicUrl,
      headers: pickHeaders(request.headers, options.propagatedHeaders ?? []),
      client: { ip: request.ip, userAgent: readUserAgent(request.headers["user-agent"]) },
      signal: abort.signal,
    };
    const isTestTime = unidentified.clock !== options.clock;
    const show = (headers: Record<string, string>) => void reply.headers?.(headers);
    const isPageRead = request.headers[pageReadHeader] !== undefined;
    options.limits.begin(unidentified, { ip: request.ip, isTestTime, isPageRead, show });
    options.limits.guard(unidentified);
    const principal = await identifyWithinLimits(request, unidentified, options);
    const call = { ...unidentified, principal };
    options.requestLog.begin(request, call, startedAt);
    if (appFault && !refusesApp) throw appFault;
    return call;
  };
}

/**
 * Identifies the principal. An invalid credential counts against its address; a known principal who is refused
 * gets the reason, within limits.
 */
async function identifyWithinLimits(
  request: CallSource,
  call: CallContext,
  options: CallOptions,
): Promise<Principal> {
  const { identify, keyUsage, limits } = options;
  let known: Principal | null = null;
  try {
    const principal = await identify({
      headers: request.headers,
      query: (request.query ?? {}) as Record<string, unknown>,
      ip: request.ip,
      call,
      isAgentDoor: request.routeOptions.url?.startsWith("/mcp") ?? false,
      onKnown: (found) => {
        known = found;
        if (found.kind === "apiKey") keyUsage.begin(request, { keyId: found.id, at: call.clock.now() });
      },
    });
    if (call.appFault && principal.kind !== "anonymous") throw call.appFault;
    await refuseForeignPage(request, call.appId, options);
    return principal;
  } catch (error) {
    if (publicError(error, request.id).status === 401) limits.failed(call);
    else if (known) await limits.countOne({ ...call, principal: known });
    throw error;
  }
}

/** A page that calls for an app is one of that app, or the platform's own. Other clients send no origin. */
async function refuseForeignPage(
  { headers: { origin, host } }: CallSource,
  appId: string | null,
  { allowedOrigins }: Pick<CallOptions, "allowedOrigins">,
): Promise<void> {
  if (appId === null || origin === undefined || isOwnPage(origin, host)) return;
  if ((await allowedOrigins(appId)).includes(origin)) return;
  throw new DomainError(
    "FORBIDDEN",
    `This origin is not allowed for the app ${appId}. Add it to the app's allowed origins.`,
    {
      reason: "origin_not_allowed",
    },
  );
}

/**
 * The context of one more event of a stream: without cached data of earlier ones, and with the principal
 * verified again by the credential of the request. Throws when the credential is no longer valid, or when its
 * rights have changed.
 */
export async function renewCall(
  call: CallContext,
  { headers, query, ip }: Pick<CallSource, "headers" | "query" | "ip">,
  identify: Identify,
): Promise<CallContext> {
  const fresh: CallContext = { ...call, meter: newMeter() };
  const principal = await identify({
    headers,
    query: (query ?? {}) as Record<string, unknown>,
    ip,
    call: { ...fresh, principal: anonymous },
  });
  const refusal = isPublic.check({ ctx: { ...fresh, principal }, parent: null, args: {} });
  if (refusal) throw refusal;
  if (rightsOf(principal) === rightsOf(call.principal)) return { ...fresh, principal };
  throw new DomainError("FORBIDDEN", "Your access has changed. Subscribe again.", {
    reason: "rights_changed",
  });
}

function rightsOf({ email: _email, name: _name, sessionId: _id, membership, ...rights }: Principal): string {
  return `${JSON.stringify(rights, Object.keys(rights).sort())} ${membership?.version ?? ""}`;
}

/**
 * An idempotency key from a header or tool argument: 1 to 255 visible ASCII characters; the quoted form of the
 * IETF draft is the same key. Null without one.
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

/** The header's key, and why it cannot be read, which like the app's fault comes after the credential. */
function readKeyHeader(raw: unknown): { key: string | null; fault?: DomainError } {
  try {
    return { key: readIdempotencyKey(raw) };
  } catch (error) {
    return { key: null, fault: error as DomainError };
  }
}

/** The client's user agent, in printable ASCII and of limited length. */
function readUserAgent(raw: string | undefined): string | null {
  return raw === undefined ? null : raw.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 256);
}

/**
 * Refuses a request with an invalid app: with 401 when one of its operations needs a credential, since that is
 * checked first, otherwise with the fault of the app.
 */
export function refuseUnreadableApp(call: CallContext, asked: readonly Partial<AccessFacts>[]): void {
  if (!call.appFault) return;
  const refusals = asked.map((facts) => ruleFromFacts(facts).check({ ctx: call, parent: null, args: {} }));
  throw refusals.find((refusal) => refusal?.status === 401) ?? call.appFault;
}

/** The app that the call names, and why it cannot be read, which is no concern before the credential is verified. */
function readAppId(request: CallSource): { appId: string | null; fault?: DomainError } {
  const header = request.headers["x-app-id"];
  const inHeader = typeof header === "string" && header.trim() !== "" ? header.trim() : null;
  const isPathForm = request.routeOptions.url?.startsWith("/a/:appId/") ?? false;
  const inPath = isPathForm ? (request.params as { appId: string }).appId : null;
  if (inHeader !== null && inPath !== null && inHeader !== inPath) {
    const details = { path: inPath, header: inHeader };
    const message = "The path and x-app-id name different apps. Send the same app ID in both.";
    return { appId: null, fault: new DomainError("APP_CONFLICT", message, details) };
  }
  const appId = inHeader ?? inPath;
  if (appId === null || /^[a-z0-9][a-z0-9._-]{0,63}$/.test(appId)) return { appId };
  return { appId: null, fault: new DomainError("UNKNOWN_APP", "App not found. Check the app ID.") };
}
