/**
 * Money is a whole number of minor units (cents, hundredths of a credit) in a plain number of at most 15
 * digits. Every such value survives JSON and the conversion to major units and back; a 16th digit would not.
 * Products and quotients are computed in bigint, so no float ever touches an amount.
 */
import { DomainError } from "./errors.ts";

/** The largest amount in minor units, either sign: 15 digits. */
export const maxMinor = 999_999_999_999_999;

/** A finite decimal: the value is `digits / 10 ** scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/**
 * The decimal that a JSON number was written as, taken from its shortest form, so 0.1 is exactly one tenth and
 * the result of 0.1 + 0.2 shows its 17 decimals. Throws INVALID_AMOUNT for NaN and the infinities.
 */
export function parseDecimal(value: number): Decimal {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (!match) throw new DomainError("INVALID_AMOUNT", "The amount is not a finite number.");
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(`${sign}${whole}${fraction}`);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/**
 * Major units (as in JSON) to minor units, exactly. Throws AMOUNT_PRECISION with `details.decimals` when the
 * amount has more decimals than allowed, INVALID_AMOUNT when it is not finite or beyond `maxMinor`.
 */
export function toMinor(amount: number, decimals: number): number {
  const { digits, scale } = parseDecimal(amount);
  if (scale > decimals) {
    const message =
      decimals === 0
        ? "The amount must be a whole number."
        : `The amount has more than ${decimals} decimal${decimals === 1 ? "" : "s"}.`;
    throw new DomainError("AMOUNT_PRECISION", message, { decimals });
  }
  return fromBigInt(digits * 10n ** BigInt(decimals - scale));
}

/**
 * Minor units to the number of major units shown in JSON: the double nearest to the exact decimal. Both operands are exact
 * (15 digits, powers of ten up to 22), and division rounds correctly (IEEE 754, 5.4.1).
 */
export function toMajor(minor: number, decimals: number): number {
  // Adding 0 turns a negative zero into 0.
  return assertMinor(minor) / powersOfTen[decimals]! + 0;
}

const powersOfTen = Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * `minor * numerator / denominator`, rounded half away from zero. For a rate, pass its decimal:
 * `multiplyHalfUp(net, rate.digits, 100n * 10n ** BigInt(rate.scale))` is `rate` percent of `net`.
 * Throws INVALID_AMOUNT beyond `maxMinor`, RangeError for a denominator that is not positive.
 */
export function multiplyHalfUp(
  minor: number,
  numerator: bigint | number,
  denominator: bigint | number,
): number {
  const divisor = BigInt(denominator);
  if (divisor <= 0n) throw new RangeError("The denominator must be positive.");
  const product = BigInt(assertMinor(minor)) * BigInt(numerator);
  const magnitude = product < 0n ? -product : product;
  const rounded = (2n * magnitude + divisor) / (2n * divisor);
  return fromBigInt(product < 0n ? -rounded : rounded);
}

/**
 * Splits `total` in proportion to `weights` by the largest-remainder method: the parts add up to `total`, each
 * is within one minor unit of its exact share, and of equal remainders the earlier part gets the unit.
 * Throws RangeError unless the weights are whole, not negative and not all zero.
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  if (!weights.every((weight) => Number.isSafeInteger(weight) && weight >= 0)) {
    throw new RangeError("Weights must be whole numbers of zero or more.");
  }
  const sum = weights.reduce((subtotal, weight) => subtotal + BigInt(weight), 0n);
  if (sum === 0n) throw new RangeError("At least one weight must be above zero.");
  const magnitude = BigInt(Math.abs(assertMinor(total)));
  const parts = weights.map((weight) => (magnitude * BigInt(weight)) / sum);
  const remainders = weights.map((weight) => (magnitude * BigInt(weight)) % sum);
  const missing = Number(magnitude - parts.reduce((subtotal, part) => subtotal + part, 0n));
  const byRemainder = weights
    .map((_, index) => index)
    .toSorted((a, b) => compare(remainders[b] as bigint, remainders[a] as bigint) || a - b);
  for (const index of byRemainder.slice(0, missing)) parts[index] = (parts[index] as bigint) + 1n;
  return parts.map((part) => fromBigInt(total < 0 ? -part : part));
}

/** The same amount, validated. Throws RangeError: a fraction here is a bug in the calling code. */
export function assertMinor(minor: number): number {
  if (!Number.isInteger(minor) || Math.abs(minor) > maxMinor) {
    throw new RangeError("An amount of money must be a whole number of minor units of at most 15 digits.");
  }
  return minor;
}

function fromBigInt(value: bigint): number {
  if (value > BigInt(maxMinor) || value < -BigInt(maxMinor)) {
    throw new DomainError("INVALID_AMOUNT", "The amount is too large.");
  }
  return Number(value);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
