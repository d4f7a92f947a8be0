import { DomainError, validationError } from "../../../src/errors.ts";

export { notFound } from "../base/gateway.errors.ts";

/** 409 with the state that is there and those in which this may be done. */
export function invalidState(what: string, current: string, allowed: readonly string[]): DomainError {
  return new DomainError("INVALID_STATE", `The ${what} is ${current}, which does not allow this.`, {
    current,
    allowed,
  });
}

/** 422: the input is well formed, and a rule of bookkeeping forbids it. */
export function businessRule(
  rule: string,
  message: string,
  details: Record<string, unknown> = {},
): DomainError {
  return new DomainError("BUSINESS_RULE", message, { rule, ...details });
}

/** 400 for one field. */
export function badInput(path: string, message: string, rule: string): DomainError {
  return validationError([{ path, message, rule }]);
}

/** 422: nothing tells what one currency is worth in the other on that day. */
export function noExchangeRate(base: string, quote: string, date: string): DomainError {
  const message = `There is no exchange rate of ${base} and ${quote} on or before ${date}.`;
  return businessRule("no_exchange_rate", message, { base, quote, date });
}
