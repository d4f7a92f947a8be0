import { DomainError } from "../../../src/errors.ts";

/** 404. The response is identical for another account's invoice. */
export function invoiceNotFound(): DomainError {
  return new DomainError("INVOICE_NOT_FOUND", "Invoice not found. Check the ID or link.");
}
