import { type DomainError, validationError } from "../../../src/errors.ts";
import { businessRule } from "../base/gateway.errors.ts";

/** 400 for one field. */
export function badInput(path: string, message: string, rule: string): DomainError {
  return validationError([{ path, message, rule }]);
}

/** 422: nothing tells what one currency is worth in the other on that day. */
export function noExchangeRate(base: string, quote: string, date: string): DomainError {
  const message = `There is no exchange rate of ${base} and ${quote} on or before ${date}.`;
  return businessRule("no_exchange_rate", message, { base, quote, date });
}
