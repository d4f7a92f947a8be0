import { DomainError } from "../../../../src/errors.ts";
import type { InvoiceEntity } from "./invoice.entity.ts";
import type { InvoiceStatus } from "./invoice.types.ts";

/** Allowed status transitions of an invoice. Paid and cancelled are final. */
export const invoiceTransitions: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  draft: ["sent", "cancelled"],
  sent: ["paid", "overdue", "cancelled"],
  overdue: ["paid", "cancelled", "sent"],
  paid: [],
  cancelled: [],
};

/** Current status. `overdue` is computed, never stored: a sent invoice with an amount due after its due date. */
export function stateOf(row: Pick<InvoiceEntity, "overdueAt"> & OwedAmounts, now: Date): InvoiceStatus {
  const isLate = row.overdueAt !== null && row.overdueAt.getTime() <= now.getTime();
  return row.status === "sent" && isLate && amountDueMinor(row) > 0 ? "overdue" : row.status;
}

/** Amount due in minor units. 0 for a cancelled invoice. */
export function amountDueMinor(row: OwedAmounts): number {
  return row.status === "cancelled"
    ? 0
    : row.totalMinor - row.amountPaidMinor - row.amountCreditedMinor - row.amountWrittenOffMinor;
}

/** Columns that determine an invoice's amount due. */
export type OwedAmounts = Pick<
  InvoiceEntity,
  "status" | "totalMinor" | "amountPaidMinor" | "amountCreditedMinor" | "amountWrittenOffMinor"
>;

/** Throws INVOICE_STATE_CONFLICT unless the status transition is allowed. */
export function requireTransition(from: InvoiceStatus, to: InvoiceStatus): void {
  if (!invoiceTransitions[from].includes(to)) throw stateConflict("invoice", from, invoiceTransitions[from]);
}

/** 409 with the current status and the allowed next ones. */
export function stateConflict(
  what: "invoice" | "quotation",
  currentState: string,
  allowed: readonly string[],
): DomainError {
  const message = `This action is not possible while the ${what} is ${currentState}. Check its status first.`;
  return new DomainError("INVOICE_STATE_CONFLICT", message, { currentState, allowed });
}
