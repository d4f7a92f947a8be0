import { DomainError } from "../../../src/errors.ts";

/** 404, also for another account's invoice. */
export function invoiceNotFound(): DomainError {
  return new DomainError("INVOICE_NOT_FOUND", "There is no such invoice.");
}

/** 409: the caller's copy is not the newest. */
export function versionConflict(version: number): DomainError {
  return new DomainError("VERSION_CONFLICT", "It was changed meanwhile; read it again.", { version });
}
