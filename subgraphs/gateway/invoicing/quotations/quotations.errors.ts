import { DomainError } from "../../../../src/errors.ts";

/** 404. The response is identical for another account's quotation. */
export function quotationNotFound(): DomainError {
  return new DomainError("QUOTATION_NOT_FOUND", "Quotation not found. Check the ID or link.");
}
