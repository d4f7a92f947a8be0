/**
 * The one table from error code to HTTP status, and the error every feature throws for expected trouble.
 * REST bodies, GraphQL `extensions` and tool results are all made from a DomainError by the functions here.
 */

import type { ErrorReference } from "./error-docs.ts";

/** Code to HTTP status. A code that is not in this table does not exist. */
export const errorStatus = {
  APPROVAL_REQUIRED: 202,
  VALIDATION_ERROR: 400,
  INVALID_REQUEST: 400,
  INVALID_JSON: 400,
  INVALID_URL: 400,
  INVALID_CURRENCY: 400,
  INVALID_AMOUNT: 400,
  AMOUNT_PRECISION: 400,
  INVALID_CURSOR: 400,
  TOO_MANY_IDS: 400,
  MISSING_APP_ID: 400,
  UNKNOWN_APP: 400,
  APP_CONFLICT: 400,
  KEY_IN_URL: 400,
  QUERY_TOO_COMPLEX: 400,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  CSRF_PREVENTED: 400,
  BOT_CHECK_FAILED: 400,
  INVALID_SIGNATURE: 400,
  PRICE_MISMATCH: 400,
  MONTH_IN_FUTURE: 400,
  NOT_A_PERIOD: 400,
  CAP_BELOW_PACKAGE: 400,
  CONTENT_REJECTED: 400,
  INVALID_EXPORT_REQUEST: 400,
  INVALID_TIN: 400,
  INVALID_TAX_FORM: 400,
  MISSING_TOKEN: 401,
  UNAUTHORIZED: 401,
  TOKEN_EXPIRED: 401,
  SESSION_REVOKED: 401,
  IMAGE_CREDITS_EXHAUSTED: 402,
  FORBIDDEN: 403,
  APP_MISMATCH: 403,
  DOCUMENT_NOT_TRUSTED: 403,
  INVALID_FILE_LINK: 403,
  USER_NOT_FOUND: 404,
  ACCOUNT_NOT_FOUND: 404,
  APP_NOT_FOUND: 404,
  API_KEY_NOT_FOUND: 404,
  SERVICE_ACCOUNT_NOT_FOUND: 404,
  PACKAGE_NOT_FOUND: 404,
  PLAN_NOT_FOUND: 404,
  SUBSCRIPTION_NOT_FOUND: 404,
  PAYMENT_METHOD_NOT_FOUND: 404,
  PROCESSOR_EVENT_NOT_FOUND: 404,
  CONNECTION_NOT_FOUND: 404,
  INSTITUTION_NOT_FOUND: 404,
  BUSINESS_NOT_FOUND: 404,
  FORM_NOT_FOUND: 404,
  PROVIDER_NOT_FOUND: 404,
  CONTACT_NOT_FOUND: 404,
  COMPANY_NOT_FOUND: 404,
  DEAL_NOT_FOUND: 404,
  TASK_NOT_FOUND: 404,
  TEMPLATE_NOT_FOUND: 404,
  IMPORT_NOT_FOUND: 404,
  CAMPAIGN_NOT_FOUND: 404,
  FILE_NOT_FOUND: 404,
  HOLD_NOT_FOUND: 404,
  APPROVAL_REQUEST_NOT_FOUND: 404,
  INVITATION_NOT_FOUND: 404,
  MEMBER_NOT_FOUND: 404,
  PROPERTY_NOT_FOUND: 404,
  REPORT_NOT_FOUND: 404,
  INVOICE_NOT_FOUND: 404,
  QUOTATION_NOT_FOUND: 404,
  DOCUMENT_NOT_FOUND: 404,
  WEBHOOK_ENDPOINT_NOT_FOUND: 404,
  WEBHOOK_DELIVERY_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  REQUEST_TIMEOUT: 408,
  HOLD_STATE_CONFLICT: 409,
  INVOICE_STATE_CONFLICT: 409,
  VERSION_CONFLICT: 409,
  SUBSCRIPTION_EXISTS: 409,
  SUBSCRIPTION_STATE_CONFLICT: 409,
  FORM_ALREADY_FILED: 409,
  FORM_STATE_CONFLICT: 409,
  CONNECTION_NEEDS_REAUTH: 409,
  CAMPAIGN_STATE_CONFLICT: 409,
  NO_PAYMENT_METHOD: 409,
  PAYMENT_METHOD_IN_USE: 409,
  INVALID_STATE: 409,
  DUPLICATE: 409,
  HAS_DOCUMENTS: 409,
  PERIOD_ALREADY_RUN: 409,
  TIMESHEETS_OPEN: 409,
  ALREADY_CHECKED_IN: 409,
  SOLD_OUT: 409,
  NOT_ACCEPTED: 409,
  NOT_CONFIRMED: 409,
  APP_EXISTS: 409,
  PACKAGE_EXISTS: 409,
  PACKAGE_WITHOUT_PRICE: 409,
  PLAN_EXISTS: 409,
  PLAN_WITHOUT_PRICE: 409,
  CONTACT_EXISTS: 409,
  COMPANY_EXISTS: 409,
  API_KEY_LIMIT_REACHED: 409,
  SLOT_TAKEN: 409,
  OUTSIDE_HOURS: 409,
  TOO_SOON: 409,
  TOO_FAR: 409,
  SERIES_CONFLICT: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  FILE_LINK_EXPIRED: 410,
  FILE_LINK_REVOKED: 410,
  LINK_EXPIRED: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  IDEMPOTENCY_KEY_REUSED: 422,
  BUSINESS_RULE: 422,
  LOCAL_TIME_DOES_NOT_EXIST: 422,
  NO_EMPLOYEES: 422,
  STATE_NOT_SUPPORTED: 422,
  CONFIRMATION_REQUIRED: 428,
  RATE_LIMIT_EXCEEDED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  PROCESSOR_ERROR: 500,
  BOT_CHECK_UNAVAILABLE: 500,
  PROVIDERS_UNAVAILABLE: 500,
  STORAGE_ERROR: 500,
  BANK_PROVIDER_ERROR: 500,
  TAX_PROVIDER_ERROR: 500,
  UPSTREAM_FAILED: 502,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus | "INSUFFICIENT_CREDITS";

/** Extra facts about an error. Never a secret, SQL, a stack trace or third-party text. */
export type ErrorDetails = Record<string, unknown>;

/** One fault of one input field. `path` is dotted from the input's root, `rule` names the broken rule. */
export interface FieldFault {
  path: string;
  message: string;
  rule: string;
}

/** An expected error that is safe to show to clients: a code from the table, a public message, details. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  readonly status: number;

  constructor(
    code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    options: { status?: number; cause?: unknown } = {},
  ) {
    const status = options.status ?? (code === "INSUFFICIENT_CREDITS" ? 402 : errorStatus[code]);
    // A refusal is an answer, not a fault: nobody reads where it was made, and recording it is a large part of its cost.
    const { stackTraceLimit } = Error;
    if (status < 500) Error.stackTraceLimit = 0;
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "DomainError";
    this.code = code;
    this.details = details;
    this.status = status;
  }

  /** The extensions that GraphQL shows beside the message. */
  get extensions(): { code: ErrorCode; details: ErrorDetails; http: { status: number } } {
    return { code: this.code, details: this.details, http: { status: this.status } };
  }
}

/** Most faults that one response lists. */
export const maxListedFaults = 50;
const maxPathLength = 200;
const maxMessageLength = 500;

/**
 * 400 VALIDATION_ERROR with all faults: the first 50 in `details.fields`, the number of the others, if any, in
 * `details.moreFaults`. That number is a lower bound: validation stops soon after 50. Field names come from the
 * input, so paths are cut to 200 characters and made well-formed.
 */
export function validationError(faults: readonly FieldFault[]): DomainError {
  const fields = faults.slice(0, maxListedFaults).map(presentable);
  const first = fields[0];
  const message = first
    ? `${first.path || "input"}: ${first.message}${faults.length > 1 ? ` (and ${faults.length - 1} more)` : ""}`
    : "The input is not valid.";
  const more = faults.length - fields.length;
  return new DomainError("VALIDATION_ERROR", message, { fields, ...(more > 0 ? { moreFaults: more } : {}) });
}

function presentable({ path, message, rule }: FieldFault): FieldFault {
  return { path: shortened(path, maxPathLength), message: shortened(message, maxMessageLength), rule };
}

/** Cut, without control characters and halves of surrogate pairs. */
function shortened(text: string, length: number): string {
  const cut = text.length > length ? `${text.slice(0, length - 1)}…` : text;
  return cut.toWellFormed().replaceAll(/\p{Cc}/gu, "\ufffd");
}

/** The public form of any error: expected errors unchanged, everything else as INTERNAL_ERROR. */
export interface PublicError {
  error: string;
  code: ErrorCode;
  status: number;
  details: ErrorDetails;
}

/** Converts any thrown value to its public form. `requestId` is shown in the details of every 5xx. */
export function publicError(thrown: unknown, requestId: string): PublicError {
  const known = thrown instanceof DomainError ? thrown : null;
  const code = known?.code ?? "INTERNAL_ERROR";
  const status = known?.status ?? 500;
  const details = known?.details ?? {};
  return {
    error:
      known?.message ??
      "Something went wrong on our side. Send us the request ID so that we can find the cause.",
    code,
    status,
    details: status >= 500 ? { ...details, requestId } : details,
  };
}

/** Detail fields that the documented error bodies also show at top level. */
const topLevelDetails = [
  "requiredTier",
  "currentTier",
  "upgradeUrl",
  "limit",
  "remaining",
  "resetAt",
] as const;

export interface ErrorBodyOptions {
  /** True on routes of the `{success}` family, whose bodies have `success`. */
  successFamily?: boolean;
  /** Where the error can be looked up. */
  reference?: ErrorReference | null;
}

/** The documented REST error body. */
export function errorBody(error: PublicError, options: ErrorBodyOptions = {}): Record<string, unknown> {
  // Not refused: it waits for somebody else.
  if (error.code === "APPROVAL_REQUIRED") {
    const { approvalRequest } = error.details;
    return {
      ...(options.successFamily ? { success: false } : {}),
      message: error.error,
      code: error.code,
      approvalRequest,
    };
  }
  const extra: Record<string, unknown> = {};
  for (const name of topLevelDetails)
    if (Object.hasOwn(error.details, name)) extra[name] = error.details[name];
  return {
    ...(options.successFamily ? { success: false } : {}),
    error: error.error,
    code: error.code,
    details: error.details,
    ...extra,
    ...options.reference,
  };
}
