import { stateConflict } from "../invoices/invoice-states.ts";
import type { QuotationEntity } from "./quotation.entity.ts";
import type { QuotationStatus } from "./quotation.types.ts";

/** Where a quotation may go from a state. An accepted one may still become an invoice. */
const quotationTransitions: Readonly<Record<QuotationStatus, readonly QuotationStatus[]>> = {
  draft: ["sent"],
  sent: ["accepted", "declined", "expired"],
  expired: ["sent"],
  accepted: [],
  declined: [],
};

/** `expired` is never stored: it is a sent quotation whose last day has passed. */
export function quotationStateOf(
  { status, expiresAt }: Pick<QuotationEntity, "status" | "expiresAt">,
  now: Date,
): QuotationStatus {
  return status === "sent" && expiresAt.getTime() <= now.getTime() ? "expired" : status;
}

/** Throws INVOICE_STATE_CONFLICT unless a quotation may go from the one state to the other. */
export function requireQuotationTransition(from: QuotationStatus, to: QuotationStatus): void {
  if (!quotationTransitions[from].includes(to)) throw quotationConflict(from);
}

/** 409 with the state that is there and the states it may go to. */
export function quotationConflict(state: QuotationStatus) {
  return stateConflict("quotation", state, quotationTransitions[state]);
}
