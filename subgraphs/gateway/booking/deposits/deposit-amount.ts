import { multiplyHalfUp } from "../../../../src/money.ts";
import { maximumCharge, minimumCharge } from "../../base/payments/payment-amounts.ts";

/**
 * Deposit for the price of a booking, in minor units, half-up: at least what the processor can charge. Null where none is asked
 * for, or the price is below that.
 */
export function depositMinor(
  { depositPercent, currency }: { depositPercent: number; currency: string },
  priceMinor: number,
): number | null {
  const least = minimumCharge(currency);
  if (depositPercent === 0 || priceMinor < least) return null;
  const deposit = multiplyHalfUp(priceMinor, depositPercent, 100);
  return Math.min(Math.max(deposit, least), priceMinor, maximumCharge);
}
