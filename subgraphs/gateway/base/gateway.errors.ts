import { DomainError } from "../../../src/errors.ts";

/** 404 for a row of an app, word for word the same for another account's. */
export function notFound(what: string): DomainError {
  return new DomainError("NOT_FOUND", `There is no such ${what}.`);
}

/** 409: the caller's copy is not the newest. */
export function versionConflict(version: number): DomainError {
  return new DomainError("VERSION_CONFLICT", "It was changed meanwhile; read it again.", { version });
}

/** 409 with the current state and the states that allow the step. */
export function invalidState(what: string, current: string, allowed: readonly string[]): DomainError {
  return new DomainError("INVALID_STATE", `The ${what} is ${current}, which does not allow this.`, {
    current,
    allowed,
  });
}

/** 422: the input is well formed, but breaks a rule of the business. `rule` names it for programs. */
export function businessRule(
  rule: string,
  message: string,
  details: Record<string, unknown> = {},
): DomainError {
  return new DomainError("BUSINESS_RULE", message, { rule, ...details });
}
