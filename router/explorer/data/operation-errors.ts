import { needsConfirmation } from "../../../src/access/rules.ts";
import { errorStatus, type ErrorCode } from "../../../src/errors.ts";
import type { StoredOperation } from "../../operations/registry.ts";
import type { CodeScan } from "./code-scan.ts";
import type { ErrorRef } from "./docs.types.ts";

/** The status of a code; credits that do not suffice are 402 everywhere but on their own paths. */
export function statusOf(code: ErrorCode): number {
  return code === "INSUFFICIENT_CREDITS" ? 402 : errorStatus[code];
}

/** Every code, in the order of the table. */
export const errorCodes: readonly ErrorCode[] = [
  ...(Object.keys(errorStatus) as (keyof typeof errorStatus)[]),
  "INSUFFICIENT_CREDITS",
];

/** Codes that every operation of its kind may answer, as its access facts and doors say. */
function generalCodes({ access, kind, row }: StoredOperation): ErrorCode[] {
  const isGuarded = access.auth !== "public";
  const isNarrowed = access.scope || access.tier || access.app || access.auth === "admin";
  return [
    "VALIDATION_ERROR",
    ...(row.rest && row.rest.method !== "GET" && row.rest.method !== "DELETE"
      ? (["INVALID_JSON", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const)
      : []),
    ...(isGuarded ? (["MISSING_TOKEN", "UNAUTHORIZED", "TOKEN_EXPIRED", "SESSION_REVOKED"] as const) : []),
    ...(isNarrowed ? (["FORBIDDEN"] as const) : []),
    ...(row.rest?.needsApp ? (["MISSING_APP_ID", "UNKNOWN_APP"] as const) : []),
    ...(access.app ? (["APP_MISMATCH"] as const) : []),
    ...(row.rest?.rawBody ? (["INVALID_SIGNATURE"] as const) : []),
    ...(access.cost ? (["INSUFFICIENT_CREDITS"] as const) : []),
    ...(kind === "mutation" ? (["IDEMPOTENCY_IN_PROGRESS", "IDEMPOTENCY_KEY_REUSED"] as const) : []),
    "RATE_LIMIT_EXCEEDED",
    "INTERNAL_ERROR",
    ...(access.money ? (["SERVICE_UNAVAILABLE"] as const) : []),
    ...(row.tool && needsConfirmation(access) ? (["CONFIRMATION_REQUIRED"] as const) : []),
  ];
}

/** Error codes in the sources of the feature that resolves the operation. */
function featureCodes({ rootField }: Pick<StoredOperation, "rootField">, scan: CodeScan): ErrorCode[] {
  const codes = scan.codesOf[scan.featureOf[rootField.name] ?? ""] ?? {};
  return errorCodes.filter((code) => Object.hasOwn(codes, code));
}

/** Every code that an operation may answer with, the general ones first. */
export function errorsOf(operation: StoredOperation, scan: CodeScan): ErrorRef[] {
  const general = generalCodes(operation);
  const own = featureCodes(operation, scan).filter((code) => !general.includes(code));
  return [
    ...general.map((code) => ({ code, status: statusOf(code), isGeneral: true })),
    ...own.map((code) => ({ code, status: statusOf(code), isGeneral: false })),
  ];
}
