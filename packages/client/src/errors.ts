import type { ErrorCode } from "./error-codes.ts";

/** Codes that the client itself gives: no response, or none in time. */
export type ClientErrorCode = "NETWORK_ERROR" | "TIMEOUT" | "INVALID_RESPONSE";

/** A fault of the input. */
export interface FieldFault {
  /** Dotted path to the field. */
  path: string;
  message: string;
  rule: string;
}

interface KnownDetails {
  VALIDATION_ERROR: { fields: readonly FieldFault[]; moreFaults?: number };
  APPROVAL_REQUIRED: { approvalRequest: Readonly<Record<string, unknown>> };
}

/** Details of an error by its code. */
export type DetailsOf<Code> = Code extends keyof KnownDetails
  ? KnownDetails[Code]
  : Readonly<Record<string, unknown>>;

interface ErrorFacts {
  code: string;
  status: number | null;
  details?: Readonly<Record<string, unknown>> | undefined;
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
}

/** A call that did not succeed. */
export class HubError<Code extends string = ErrorCode | ClientErrorCode> extends Error {
  override readonly name = "HubError";
  /** Code for programs. */
  readonly code: Code;
  /** HTTP status. Null without a response. */
  readonly status: number | null;
  readonly details: DetailsOf<Code>;
  /** ID of the request in the platform's logs. Null without a response. */
  readonly requestId: string | null;
  /** Seconds to wait before the next attempt, from `Retry-After`. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code as Code;
    this.status = facts.status;
    this.details = (facts.details ?? {}) as DetailsOf<Code>;
    this.requestId = facts.requestId ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
  }
}

/** True for errors of the platform and of the client; with codes, only for these. */
export function isHubError<Code extends ErrorCode | ClientErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is HubError<Code> {
  return (
    error instanceof HubError && (codes.length === 0 || (codes as readonly string[]).includes(error.code))
  );
}
