import { currencyDecimals } from "../../../../src/currency.ts";
import { multiplyHalfUp } from "../../../../src/money.ts";
import { rateWhole } from "../accounts/exchange-rates.ts";
import type { ReferenceRates } from "./reference-rates.port.ts";

export const rateSources = ["own", "ecb"] as const;
export type RateSource = (typeof rateSources)[number];

/** Quote units for one base unit on a day, as an exact fraction. */
export interface PairRate {
  date: string;
  numerator: bigint;
  denominator: bigint;
  source: RateSource;
  fetchedAt: Date | null;
}

/** The rates of a pair on the days that both currencies have, through the euro; oldest first. */
export function crossRates(
  { days, byCurrency, fetchedAt }: ReferenceRates,
  { base, quote }: { base: string; quote: string },
): PairRate[] {
  const euros = (currency: string, day: string) =>
    currency === "EUR" ? rateWhole : byCurrency.get(currency)?.get(day);
  return days.flatMap((date) => {
    const [ofBase, ofQuote] = [euros(base, date), euros(quote, date)];
    if (!ofBase || !ofQuote) return [];
    const fraction = { numerator: BigInt(ofQuote), denominator: BigInt(ofBase) };
    return [{ date, ...fraction, source: "ecb" as const, fetchedAt }];
  });
}

/** The last rate on or before a day; of one day the account's own. Null where there is none. */
export function latestRate(rates: readonly PairRate[], day: string): PairRate | null {
  let found: PairRate | null = null;
  for (const rate of rates) {
    if (rate.date > day) continue;
    if (found === null || rate.date > found.date || (rate.date === found.date && rate.source === "own"))
      found = rate;
  }
  return found;
}

/** The rate as a number with 8 decimals. */
export function shownRate({ numerator, denominator }: PairRate): number {
  return multiplyHalfUp(rateWhole, numerator, denominator) / rateWhole;
}

/** Minor units of one currency in minor units of another, rounded half up once. */
export function convertAt(
  amount: number,
  { numerator, denominator }: PairRate,
  { from, to }: { from: string; to: string },
): number {
  const [ownUnit, theirUnit] = [10n ** BigInt(currencyDecimals(from)), 10n ** BigInt(currencyDecimals(to))];
  return multiplyHalfUp(amount, numerator * theirUnit, denominator * ownUnit);
}
