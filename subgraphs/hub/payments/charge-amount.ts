import { currencyDecimals, parseCurrency } from "../../../src/currency.ts";
import { DomainError } from "../../../src/errors.ts";
import { toMajor, toMinor } from "../../../src/money.ts";

/**
 * Minimum amount of a card payment by currency, in major units, where it is above 0.5. Source:
 * docs.stripe.com/currencies, "Minimum and maximum charge amounts" (2026). For other currencies the processor checks
 * the value in the settlement currency.
 */
const minimums: Readonly<Record<string, number>> = {
  AED: 2,
  CZK: 15,
  DKK: 2.5,
  HKD: 4,
  HUF: 175,
  JPY: 50,
  MXN: 10,
  MYR: 2,
  NOK: 3,
  PLN: 2,
  RON: 2,
  SEK: 3,
  THB: 10,
};

/**
 * Currencies whose minor unit the processor counts otherwise than ISO 4217 does (same source, "Special cases" and
 * "Zero-decimal currencies"): an amount would be charged a hundredfold, or a hundredth of it.
 */
const countedOtherwise: ReadonlySet<string> = new Set(["ISK", "MGA", "UGX"]);

/**
 * Converts an amount in major units to a charge: minor units, and the currency's upper-case code. Throws 400
 * INVALID_CURRENCY for a currency without payments, AMOUNT_PRECISION for surplus decimals, INVALID_AMOUNT below the
 * currency's minimum (`details.minimum`, in major units).
 */
export function chargeAmount(amount: number, currency: string): { amount: number; currency: string } {
  const code = parseCurrency(currency);
  if (countedOtherwise.has(code))
    throw new DomainError("INVALID_CURRENCY", `Payments in ${code} are not supported. Use another currency.`);
  const decimals = currencyDecimals(code);
  const minor = toMinor(amount, decimals);
  const least = toMinor(minimums[code] ?? 0, decimals);
  if (minor < least) {
    const minimum = toMajor(least, decimals);
    throw new DomainError("INVALID_AMOUNT", `The minimum amount in ${code} is ${minimum}.`, {
      minimum,
      currency: code,
    });
  }
  return { amount: minor, currency: code };
}
