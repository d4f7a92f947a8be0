import { currencyDecimals } from "../../../../src/currency.ts";
import { multiplyHalfUp } from "../../../../src/money.ts";

/** Units of the quote for one of the base, in 1e-8, from a day on. */
export interface DatedRate {
  base: string;
  quote: string;
  date: string;
  rate: number;
}

export const rateWhole = 100_000_000;

/** The rate for a day: the last one on or before it, of either direction; null when there is none. */
function rateOn(
  rates: readonly DatedRate[],
  from: string,
  to: string,
  date: string,
): (DatedRate & { isInverse: boolean }) | null {
  let found: DatedRate | null = null;
  for (const rate of rates) {
    const isPair = (rate.base === from && rate.quote === to) || (rate.base === to && rate.quote === from);
    if (isPair && rate.date <= date && (found === null || rate.date >= found.date)) found = rate;
  }
  return found && { ...found, isInverse: found.base !== from };
}

/** Minor units of one currency in minor units of another, rounded half up; null where no rate is known. */
export function convertMinor(
  rates: readonly DatedRate[],
  amount: number,
  { from, to, date }: { from: string; to: string; date: string },
): number | null {
  if (from === to || amount === 0) return amount;
  const found = rateOn(rates, from, to, date);
  if (found === null) return null;
  const [ownUnit, theirUnit] = [10n ** BigInt(currencyDecimals(from)), 10n ** BigInt(currencyDecimals(to))];
  const [rate, whole] = [BigInt(found.rate), BigInt(rateWhole)];
  return found.isInverse
    ? multiplyHalfUp(amount, whole * theirUnit, rate * ownUnit)
    : multiplyHalfUp(amount, rate * theirUnit, whole * ownUnit);
}
