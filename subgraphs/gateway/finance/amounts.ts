import { currencyDecimals } from "../../../src/currency.ts";
import { toMajor, toMinor } from "../../../src/money.ts";

/** Minor units of an amount in JSON. Throws AMOUNT_PRECISION and INVALID_AMOUNT. */
export function toStored(amount: number, currency: string): number {
  return toMinor(amount, currencyDecimals(currency));
}

/** The number that JSON shows for minor units. */
export function toShown(minor: number, currency: string): number {
  return toMajor(minor, currencyDecimals(currency));
}
