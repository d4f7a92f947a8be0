import { DomainError } from "../../../src/errors.ts";

/** 404 for a row of an app. The response is identical when the row belongs to another account. */
export function notFound(what: string): DomainError {
  return new DomainError(
    "NOT_FOUND",
    `${what.charAt(0).toUpperCase()}${what.slice(1)} not found. Check the ID.`,
  );
}

/** 409: the request is based on an old version. */
export function versionConflict(version: number): DomainError {
  return new DomainError(
    "VERSION_CONFLICT",
    "The object was changed by another request. Read it again and retry with its new version.",
    { version },
  );
}

/** 409 with the current status and the allowed ones. */
export function invalidState(what: string, current: string, allowed: readonly string[]): DomainError {
  return new DomainError(
    "INVALID_STATE",
    `This action is not possible while the ${what} is ${current}. Check its status first.`,
    {
      current,
      allowed,
    },
  );
}

/** 422: the input is valid, but breaks a business rule. `rule` is its name for programs. */
export function businessRule(
  rule: string,
  message: string,
  details: Record<string, unknown> = {},
): DomainError {
  return new DomainError("BUSINESS_RULE", message, { rule, ...details });
}
