/** Facts of an error of Plaid's SDK that may be logged and stored: no text of the provider, and no request. */
export interface PlaidError {
  status: number | null;
  code: string | null;
  type: string | null;
  requestId: string | null;
  /** Of the connection, such as `ECONNRESET`. */
  reason: string | undefined;
}

interface HttpError {
  response?: { status?: number; data?: unknown };
  code?: string;
}

/** Reads an error that the SDK threw. Codes are words of capitals; anything else in their place is no code. */
export function readPlaidError(thrown: unknown): PlaidError {
  const { response, code: reason } = thrown as HttpError;
  const data = response?.data;
  const given = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  const word = (name: string, form: RegExp) =>
    typeof given[name] === "string" && form.test(given[name]) ? given[name] : null;
  const capitals = /^[A-Z][A-Z0-9_-]{1,79}$/;
  return {
    status: response?.status ?? null,
    code: word("error_code", capitals),
    type: word("error_type", capitals),
    requestId: word("request_id", /^[\w-]{1,64}$/),
    reason,
  };
}

/** Error types that are temporary. */
const passingTypes = new Set(["API_ERROR", "INSTITUTION_ERROR", "RATE_LIMIT_EXCEEDED"]);

/** True where the same request may succeed later, or its outcome is unknown. */
export function isPassing({ status, type }: PlaidError): boolean {
  if (type !== null && passingTypes.has(type)) return true;
  return status === null || status >= 500 || status === 429 || type === null;
}
