import { multiplyHalfUp } from "../../../../src/money.ts";

/** The least that can be charged, in minor units. Source: docs.stripe.com/currencies, minimum charge amounts, 2026. */
const minimums: Readonly<Record<string, number>> = { USD: 50, CAD: 50, EUR: 50, GBP: 30 };

/** The most that can be charged: eight digits. Source: docs.stripe.com/currencies. */
export const maximumCharge = 99_999_999;

/** The least that can be charged in a currency, in minor units. */
export function minimumCharge(currency: string): number {
  return minimums[currency] ?? 50;
}

/** The platform's fee of a payment, rounded half up. It never takes the whole payment. */
export function applicationFee(amountMinor: number, basisPoints: number): number {
  return Math.min(multiplyHalfUp(amountMinor, basisPoints, 10_000), amountMinor - 1);
}
