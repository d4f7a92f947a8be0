import { errorReference } from "../../../src/error-docs.ts";
import { DomainError, errorBody, publicError, type ErrorCode } from "../../../src/errors.ts";
import type { DocsSource } from "./docs-source.ts";
import type { ErrorDocs } from "./docs.types.ts";
import { errorWords } from "./error-words.ts";
import { errorCodes, errorsOf, statusOf } from "./operation-errors.ts";

/** Every error code with its cause, fix and bodies. Throws when a code has no text. */
export function errorDocs({ registry, scan }: DocsSource): ErrorDocs[] {
  const users = new Map<string, string[]>();
  const general = new Set<string>();
  for (const operation of registry.values()) {
    for (const { code, isGeneral } of errorsOf(operation, scan)) {
      if (isGeneral) general.add(code);
      else users.set(code, [...(users.get(code) ?? []), operation.row.name]);
    }
  }
  return errorCodes.map((code) => ({
    code,
    status: statusOf(code),
    ...errorWords[code],
    ...bodiesOf(code, messageOf(code, scan.codesOf)),
    operations: users.get(code) ?? [],
    isGeneral: general.has(code),
  }));
}

/** Error bodies of the doors. */
function bodiesOf(code: ErrorCode, message: string): Pick<ErrorDocs, "rest" | "graphql"> {
  const error = new DomainError(code, message, exampleDetails[code] ?? {});
  const requestId = "req_0123456789abcdef";
  const reference = errorReference({ requestId, publicUrl: "https://api.example.com" }, code);
  return {
    rest: errorBody(publicError(error, requestId), { reference }),
    graphql: { message, extensions: { ...error.extensions, ...reference } },
  };
}

/** Example error details. */
const exampleDetails: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  VALIDATION_ERROR: { fields: [{ path: "amount", message: "must be at least 0", rule: "minimum" }] },
  FORBIDDEN: { reason: "scope_missing", requiredScope: "write:invoices" },
  RATE_LIMIT_EXCEEDED: {
    limit: 60,
    remaining: 0,
    resetAt: "2026-01-15T09:31:00.000Z",
    retryAfterSeconds: 12,
  },
  METHOD_NOT_ALLOWED: { allow: ["GET", "HEAD"] },
  APP_MISMATCH: { expectedAppId: "invoicer" },
};

/** An example message of the code from the sources. */
function messageOf(code: ErrorCode, codesOf: DocsSource["scan"]["codesOf"]): string {
  const written = Object.values(codesOf).flatMap((codes) => codes[code] ?? []);
  return written.toSorted((a, b) => a.length - b.length)[0] ?? errorWords[code].cause;
}
