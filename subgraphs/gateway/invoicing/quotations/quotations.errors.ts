import { DomainError } from "../../../../src/errors.ts";

/** 404, also for another account's quotation. */
export function quotationNotFound(): DomainError {
  return new DomainError("QUOTATION_NOT_FOUND", "Quotation not found. Check the ID or link.");
}
