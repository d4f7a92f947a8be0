import type { CircuitOutcome } from "./circuit.ts";

/** What can go wrong with a source. The words are ours alone: nothing that a source says, no address and no key. */
const words = {
  NETWORK_ERROR: "The source cannot be reached.",
  TIMEOUT: "The source did not answer in time.",
  SERVER_ERROR: "The source answered with a fault of its own.",
  MALFORMED_BODY: "The source's answer is not of its protocol.",
  RATE_LIMITED: "The source asks to be left alone for a while.",
  AUTH_REFUSED: "The source refuses our credentials.",
  CONFIGURATION_ERROR:
    "The source does not know what it was asked for: its address or dataset is set wrongly.",
  CIRCUIT_OPEN: "The source is not asked for now: too many calls to it have failed.",
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

/** What a failure says about the line to its source: a source that answers and refuses is there. */
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
