import { DomainError, validationError } from "../../../src/errors.ts";
import { businessRule } from "../base/gateway.errors.ts";

/** 400 for one field. */
export function badInput(path: string, message: string, rule: string): DomainError {
  return validationError([{ path, message, rule }]);
}

/** 422: no exchange rate of the two currencies on or before the date. */
export function noExchangeRate(base: string, quote: string, date: string): DomainError {
  const message = `No exchange rate for ${base}/${quote} on or before ${date}. Set one with setExchangeRate.`;
  return businessRule("no_exchange_rate", message, { base, quote, date });
}

/** 409: a name that is used already, by the row of this ID where it is known. */
export function duplicateName(what: string, id?: string): DomainError {
  const message = `A ${what} with this name already exists. Choose another name.`;
  return new DomainError("DUPLICATE", message, id === undefined ? {} : { id });
}
