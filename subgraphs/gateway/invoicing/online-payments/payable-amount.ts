import type { OwedAmounts } from "../invoices/invoice-states.ts";
import { amountDueMinor } from "../invoices/invoice-states.ts";
import { multiplyHalfUp } from "../../../../src/money.ts";
import { maximumCharge, minimumCharge } from "../../base/payments/payment-amounts.ts";

/** What a client may pay at once, in minor units. */
export interface PayableRange {
  min: number;
  max: number;
}

/**
 * What can be paid online of an invoice: what is due, less what is on its way, within the bounds of the processor. Where no
 * part is allowed it is that amount alone. Null when nothing can be paid.
 */
export function payableRange(
  invoice: OwedAmounts & { currency: string },
  { allowsPartial, onItsWay }: { allowsPartial: boolean; onItsWay: number },
): PayableRange | null {
  if (invoice.status !== "sent") return null;
  const min = minimumCharge(invoice.currency);
  const due = amountDueMinor(invoice) - onItsWay;
  const max = Math.min(due, maximumCharge);
  if (due < min) return null;
  return { min: allowsPartial ? min : max, max };
}

/** The part of the platform's fee that goes back with a part of the payment, rounded half up as the processor does. */
export function returnedFee(
  payment: { amountMinor: number; applicationFeeMinor: number },
  refundedMinor: number,
): number {
  return multiplyHalfUp(payment.applicationFeeMinor, refundedMinor, payment.amountMinor);
}

/** True where a saved method would be used again: for a client's invoice of a series. */
export function canSaveMethod(invoice: { clientId: string | null; recurringId: string | null }): boolean {
  return invoice.clientId !== null && invoice.recurringId !== null;
}
