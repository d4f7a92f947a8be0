import type { CircuitOutcome } from "./circuit.ts";

/** Messages of source failures. They contain nothing from the source: no text, no URL and no key. */
const words = {
  NETWORK_ERROR: "Cannot reach the data source.",
  TIMEOUT: "The data source did not respond in time.",
  SERVER_ERROR: "The data source returned a server error.",
  MALFORMED_BODY: "The data source sent an unreadable response.",
  RATE_LIMITED: "The data source limits the request rate. The next attempt waits.",
  AUTH_REFUSED: "The data source rejected the credentials. Check its key in the settings.",
  CONFIGURATION_ERROR:
    "The data source does not have the requested data. Check its URL and dataset in the settings.",
  CIRCUIT_OPEN: "The data source is paused after too many failed requests. It is retried automatically.",
} as const;

export type SourceFailureCode = keyof typeof words;

const lineFaults: readonly SourceFailureCode[] = [
  "NETWORK_ERROR",
  "TIMEOUT",
  "SERVER_ERROR",
  "MALFORMED_BODY",
];

/** A call to a source that brought nothing. */
export class SourceFailure extends Error {
  override name = "SourceFailure";
  readonly code: SourceFailureCode;
  /** How long the source, or its circuit, wants no call; null when that is not said. */
  readonly retryAfterMs: number | null;

  constructor(code: SourceFailureCode, options: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(words[code], options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }

  /** Whether the same call may do better in a moment. */
  get isRetryable(): boolean {
    return lineFaults.includes(this.code) || this.code === "RATE_LIMITED";
  }
}

/** Outcome of a failure for the source's circuit: a source that responds with a refusal is available. */
export function circuitOutcomeOf(code: SourceFailureCode): CircuitOutcome {
  return lineFaults.includes(code) ? "failure" : "neutral";
}

/** The failure that an HTTP status means, by the source's own word in a body too; null for success. */
export function failureOfStatus(status: number, retryAfterMs: number | null = null): SourceFailure | null {
  if (status < 300 || status === 304) return null;
  if (status === 429) return new SourceFailure("RATE_LIMITED", { retryAfterMs });
  if (status === 401 || status === 403) return new SourceFailure("AUTH_REFUSED");
  if (status === 408) return new SourceFailure("TIMEOUT");
  return new SourceFailure(status >= 500 ? "SERVER_ERROR" : "CONFIGURATION_ERROR");
}
