import { stateConflict } from "../invoices/invoice-states.ts";
import type { QuotationEntity } from "./quotation.entity.ts";
import type { QuotationStatus } from "./quotation.types.ts";

/** Allowed status transitions of a quotation. An accepted one can still be converted to an invoice. */
const quotationTransitions: Readonly<Record<QuotationStatus, readonly QuotationStatus[]>> = {
  draft: ["sent"],
  sent: ["accepted", "declined", "expired"],
  expired: ["sent"],
  accepted: [],
  declined: [],
};

/** Current status. `expired` is computed, never stored: a sent quotation after its last valid day. */
export function quotationStateOf(
  { status, expiresAt }: Pick<QuotationEntity, "status" | "expiresAt">,
  now: Date,
): QuotationStatus {
  return status === "sent" && expiresAt.getTime() <= now.getTime() ? "expired" : status;
}

/** Throws INVOICE_STATE_CONFLICT unless the status transition is allowed. */
export function requireQuotationTransition(from: QuotationStatus, to: QuotationStatus): void {
  if (!quotationTransitions[from].includes(to)) throw quotationConflict(from);
}

/** 409 with the current status and the allowed next ones. */
export function quotationConflict(state: QuotationStatus) {
  return stateConflict("quotation", state, quotationTransitions[state]);
}
