import { DomainError } from "../../../../src/errors.ts";
import type { InvoiceEntity } from "./invoice.entity.ts";
import type { InvoiceStatus } from "./invoice.types.ts";

/** Where an invoice may go from a state. Paid and cancelled ones stay as they are. */
export const invoiceTransitions: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  draft: ["sent", "cancelled"],
  sent: ["paid", "overdue", "cancelled"],
  overdue: ["paid", "cancelled", "sent"],
  paid: [],
  cancelled: [],
};

/** `overdue` is never stored: it is a sent invoice with money due whose day has passed. */
export function stateOf(row: Pick<InvoiceEntity, "overdueAt"> & OwedAmounts, now: Date): InvoiceStatus {
  const isLate = row.overdueAt !== null && row.overdueAt.getTime() <= now.getTime();
  return row.status === "sent" && isLate && amountDueMinor(row) > 0 ? "overdue" : row.status;
}

/** What is still to be paid, in minor units. A cancelled invoice is owed nothing. */
export function amountDueMinor(row: OwedAmounts): number {
  return row.status === "cancelled"
    ? 0
    : row.totalMinor - row.amountPaidMinor - row.amountCreditedMinor - row.amountWrittenOffMinor;
}

/** What decides how much of an invoice is open. */
export type OwedAmounts = Pick<
  InvoiceEntity,
  "status" | "totalMinor" | "amountPaidMinor" | "amountCreditedMinor" | "amountWrittenOffMinor"
>;

/** Throws INVOICE_STATE_CONFLICT unless an invoice may go from the one state to the other. */
export function requireTransition(from: InvoiceStatus, to: InvoiceStatus): void {
  if (!invoiceTransitions[from].includes(to)) throw stateConflict("invoice", from, invoiceTransitions[from]);
}

/** 409 with the state that is there and the states it may go to. */
export function stateConflict(
  what: "invoice" | "quotation",
  currentState: string,
  allowed: readonly string[],
): DomainError {
  const message = `This action is not possible while the ${what} is ${currentState}. Check its status first.`;
  return new DomainError("INVOICE_STATE_CONFLICT", message, { currentState, allowed });
}
