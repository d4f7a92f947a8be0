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

/** Minor units as text with all decimals of the currency, a point and no grouping. */
export function toDecimalText(minor: number, currency: string): string {
  const decimals = currencyDecimals(currency);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? "" : `.${digits.slice(-decimals)}`;
  return `${minor < 0 ? "-" : ""}${whole}${fraction}`;
}
