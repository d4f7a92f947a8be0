import type { TokenUsage } from "../ai.port.ts";

/**
 * Kinds of provider failures.
 * - `unreachable`: the connection failed before anything was sent, so a retry is no second request.
 * - `network`: it failed later.
 * - `http_error`: an error status.
 * - `empty`: the response had no content, or none that can be read.
 * - `rejected`: its moderation refused the content.
 */
export type FaultKind = "unreachable" | "network" | "http_error" | "empty" | "rejected";

interface FaultFacts {
  status?: number | null;
  /** How long it wants to be left alone. */
  retryAfterMs?: number | null;
  /** Usage that the provider billed despite the failure. */
  usage?: TokenUsage | null;
  cause?: unknown;
}

/** A provider's failure, translated from its SDK's error. Its message names no content and no key. */
export class ProviderFault extends Error {
  readonly kind: FaultKind;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly usage: TokenUsage | null;

  constructor(kind: FaultKind, { status = null, retryAfterMs = null, usage = null }: FaultFacts = {}) {
    super(`The provider failed: ${kind}${status === null ? "" : ` ${status}`}`);
    this.name = "ProviderFault";
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.usage = usage;
  }
}

/** An answer with nothing in it. */
export function emptyAnswer(usage: TokenUsage | null = null): ProviderFault {
  return new ProviderFault("empty", { usage });
}

/** A refusal of the content by the provider's moderation. */
export function contentRejected(usage: TokenUsage | null = null): ProviderFault {
  return new ProviderFault("rejected", { usage });
}

/** The HTTP response behind an SDK's error. */
export interface HttpFailure {
  status: number;
  headers?: { get(name: string): string | null } | null;
  /** The answer's body, parsed or as text. */
  body: unknown;
}

/**
 * Maps an HTTP error response to a fault. A moderation refusal is recognized by its code or type, never by its text.
 */
export function httpFault({ status, headers, body }: HttpFailure): ProviderFault {
  const isRefusal = status >= 400 && status < 500 && namesModeration(body);
  if (isRefusal) return new ProviderFault("rejected", { status });
  return new ProviderFault("http_error", { status, retryAfterMs: retryAfterOf(headers, body) });
}

/** The fault of a request that got no HTTP answer, or one that breaks off or cannot be read. */
export function transportFault(thrown: unknown): ProviderFault {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code } = error as { code?: unknown };
    if (typeof code === "string" && beforeAnyByte.has(code)) return new ProviderFault("unreachable");
    if (error instanceof AggregateError && error.errors.length > 0) {
      const inner = transportFault(error.errors[0]);
      if (inner.kind === "unreachable") return inner;
    }
    if (error instanceof SyntaxError || error.name === "ZodError") return new ProviderFault("empty");
  }
  return new ProviderFault("network");
}

const beforeAnyByte = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const moderationWords = /moderation|content_?filter|content_?policy|safety|guardrail|prohibited_content/i;

function namesModeration(body: unknown): boolean {
  return codesIn(parsed(body)).some((code) => moderationWords.test(code));
}

/** Error codes in the usual places of a response body. */
function codesIn(body: unknown): string[] {
  if (typeof body !== "object" || body === null) return [];
  const { code, type, status, reason, error, innererror } = body as Record<string, unknown>;
  const own = [code, type, status, reason].filter((value) => typeof value === "string");
  return [...own, ...codesIn(error), ...codesIn(innererror)];
}

function parsed(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** From the header, in seconds or as a date, or from Google's `RetryInfo`. */
function retryAfterOf(headers: HttpFailure["headers"], body: unknown): number | null {
  const header = headers?.get("retry-after");
  if (header) {
    const seconds = Number(header);
    const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
    return Number.isFinite(ms) && ms > 0 ? ms : null;
  }
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(
    typeof body === "string" ? body : JSON.stringify(body ?? null),
  );
  return delay ? Number(delay[1]) * 1000 : null;
}
