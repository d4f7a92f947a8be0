import { multiplyHalfUp } from "../../../../src/money.ts";
import { bracketRates, type StatusTable } from "./federal-tax-tables.ts";

/** Tax on ordinary income by the brackets, in cents, rounded once (26 U.S.C. 1(j)). */
export function ordinaryTax(
  taxableCents: number,
  { bracketEndsCents }: Pick<StatusTable, "bracketEndsCents">,
): number {
  const exact = bracketRates.reduce((sum, rate, index) => {
    const from = bracketEndsCents[index - 1] ?? 0;
    const upTo = bracketEndsCents[index] ?? Infinity;
    return sum + BigInt(rate) * BigInt(Math.max(0, Math.min(taxableCents, upTo) - from));
  }, 0n);
  return multiplyHalfUp(1, exact, 100n);
}

/** The percent at which the next dollar of ordinary income is taxed. */
export function marginalRate(
  taxableCents: number,
  { bracketEndsCents }: Pick<StatusTable, "bracketEndsCents">,
): number {
  const index = bracketEndsCents.findIndex((end) => taxableCents < end);
  return bracketRates[index === -1 ? bracketRates.length - 1 : index]!;
}

/**
 * Tax on long-term gains and qualified dividends, which lie on top of ordinary income: 0, 15 and 20 % (26 U.S.C. 1(h)).
 * In cents, rounded once.
 */
export function preferentialTax(
  ordinaryCents: number,
  gainsCents: number,
  { gainEndsCents: [zeroEnd, middleEnd] }: Pick<StatusTable, "gainEndsCents">,
): number {
  const top = ordinaryCents + gainsCents;
  const partBetween = (from: number, to: number) =>
    Math.max(0, Math.min(top, to) - Math.max(ordinaryCents, from));
  const exact =
    15n * BigInt(partBetween(zeroEnd, middleEnd)) +
    20n * BigInt(partBetween(middleEnd, Number.MAX_SAFE_INTEGER));
  return multiplyHalfUp(1, exact, 100n);
}
