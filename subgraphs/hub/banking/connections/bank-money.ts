import { currencyDecimals } from "../../../../src/currency.ts";
import { maxMinor, parseDecimal, toMajor } from "../../../../src/money.ts";

/** Decimals of a currency. One that ISO 4217 does not know, as banks hold too, is kept with two. */
function decimalsOf(currency: string): number {
  try {
    return currencyDecimals(currency);
  } catch {
    return 2;
  }
}

/**
 * A bank's amount in minor units. Banks also send more decimals than the currency has; these are rounded, half away
 * from zero. Throws RangeError beyond 15 digits.
 */
export function bankMinor(amount: number, currency: string): number {
  const { digits, scale } = parseDecimal(amount);
  const decimals = decimalsOf(currency);
  const surplus = scale - decimals;
  const minor =
    surplus <= 0 ? digits * 10n ** BigInt(-surplus) : divideHalfUp(digits, 10n ** BigInt(surplus));
  if (minor > BigInt(maxMinor) || minor < -BigInt(maxMinor))
    throw new RangeError("A bank's amount is too large.");
  return Number(minor);
}

/** The number shown in JSON; null stays null. */
export function shownAmount(minor: number | null, currency: string): number | null {
  return minor === null ? null : toMajor(minor, decimalsOf(currency));
}

function divideHalfUp(digits: bigint, divisor: bigint): bigint {
  const magnitude = digits < 0n ? -digits : digits;
  const rounded = (2n * magnitude + divisor) / (2n * divisor);
  return digits < 0n ? -rounded : rounded;
}
