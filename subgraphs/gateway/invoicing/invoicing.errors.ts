import { DomainError } from "../../../src/errors.ts";

/** 404, also for another account's invoice. */
export function invoiceNotFound(): DomainError {
  return new DomainError("INVOICE_NOT_FOUND", "There is no such invoice.");
}
