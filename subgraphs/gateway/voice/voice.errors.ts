import { DomainError } from "../../../src/errors.ts";

export { notFound } from "../base/gateway.errors.ts";

/** 409 with the state that is there and those in which this may be done. */
export function invalidState(what: string, current: string, allowed: readonly string[]): DomainError {
  return new DomainError("INVALID_STATE", `The ${what} is ${current}, which does not allow this.`, {
    current,
    allowed,
  });
}

/** 409: there is one already. */
export function duplicate(what: string, details: Record<string, unknown>): DomainError {
  return new DomainError("DUPLICATE", `There is such a ${what} already.`, details);
}

/** 422: the input is well formed, and a rule of calling forbids it. */
export function ruleBroken(
  rule: string,
  message: string,
  details: Record<string, unknown> = {},
): DomainError {
  return new DomainError("BUSINESS_RULE", message, { rule, ...details });
}
