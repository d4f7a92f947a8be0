import { DomainError } from "../../../src/errors.ts";

export { notFound } from "../base/gateway.errors.ts";

/** 404, also for another account's invoice. */
export function invoiceNotFound(): DomainError {
  return new DomainError("INVOICE_NOT_FOUND", "There is no such invoice.");
}

/** 409: the caller's copy is not the newest. */
export function versionConflict(version: number): DomainError {
  return new DomainError("VERSION_CONFLICT", "It was changed meanwhile; read it again.", { version });
}

/** 409 with the state that is there and the states it may go to. */
export function invalidState(what: string, current: string, allowed: readonly string[]): DomainError {
  return new DomainError("INVALID_STATE", `The ${what} is ${current}, which does not allow this.`, {
    current,
    allowed,
  });
}

/** 422: the input is well formed, and a rule of the business forbids it. */
export function businessRule(
  rule: string,
  message: string,
  details: Record<string, unknown> = {},
): DomainError {
  return new DomainError("BUSINESS_RULE", message, { rule, ...details });
}
