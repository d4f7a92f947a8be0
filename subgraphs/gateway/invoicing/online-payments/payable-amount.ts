import type { OwedAmounts } from "../invoices/invoice-states.ts";
import { amountDueMinor } from "../invoices/invoice-states.ts";
import { multiplyHalfUp } from "../../../../src/money.ts";

/** The least that can be charged, in minor units. Source: docs.stripe.com/currencies, minimum charge amounts, 2026. */
const minimums: Readonly<Record<string, number>> = { USD: 50, CAD: 50, EUR: 50, GBP: 30 };

/** The most: eight digits. Source: docs.stripe.com/currencies. */
const maximum = 99_999_999;

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
  const min = minimums[invoice.currency] ?? 50;
  const due = amountDueMinor(invoice) - onItsWay;
  const max = Math.min(due, maximum);
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

/** The platform's fee of a payment, rounded half up. It never takes the whole payment. */
export function applicationFee(amountMinor: number, basisPoints: number): number {
  return Math.min(multiplyHalfUp(amountMinor, basisPoints, 10_000), amountMinor - 1);
}
