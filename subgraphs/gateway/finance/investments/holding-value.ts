import { currencyDecimals } from "../../../../src/currency.ts";
import { multiplyHalfUp } from "../../../../src/money.ts";
import type { StockSplit } from "./lots.ts";

/** Quantities are in millionths, prices in millionths of a major unit. */
export const micro = 1_000_000;

/** What so much of a security is worth in minor units of its currency, rounded half up. */
export function valueOf(quantity: number, price: number, currency: string): number {
  const unit = 10n ** BigInt(currencyDecimals(currency));
  return multiplyHalfUp(quantity, BigInt(price) * unit, BigInt(micro) * BigInt(micro));
}

export interface DatedQuantity {
  date: string;
  /** Bought positive, sold negative. */
  change: number;
}

export interface DatedPrice {
  date: string;
  price: number;
}

/** One security in one account. */
export interface Position {
  currency: string;
  changes: readonly DatedQuantity[];
  prices: readonly DatedPrice[];
  splits?: readonly StockSplit[];
}

/** A position's worth at the end of days, at the last price on or before each; all lists go up by date. */
export function positionValues(
  { currency, changes, prices, splits = [] }: Position,
  dates: readonly string[],
): number[] {
  let [held, price, nextChange, nextPrice, nextSplit] = [0, 0, 0, 0, 0];
  const readTo = (isReached: (date: string) => boolean) => {
    for (; nextChange < changes.length && isReached(changes[nextChange]!.date); nextChange++)
      held += changes[nextChange]!.change;
    for (; nextPrice < prices.length && isReached(prices[nextPrice]!.date); nextPrice++)
      price = prices[nextPrice]!.price;
  };
  return dates.map((date) => {
    for (; nextSplit < splits.length && splits[nextSplit]!.date <= date; nextSplit++) {
      const split = splits[nextSplit]!;
      readTo((day) => day < split.date);
      held = multiplyHalfUp(held, split.numerator, split.denominator);
      price = multiplyHalfUp(price, split.denominator, split.numerator);
    }
    readTo((day) => day <= date);
    return valueOf(held, price, currency);
  });
}

/** A price of a day in units after the splits up to a later day. */
export function priceAfterSplits(
  { price, date }: DatedPrice,
  splits: readonly StockSplit[],
  to: string,
): number {
  return splits
    .filter((split) => split.date > date && split.date <= to)
    .reduce((sum, { numerator, denominator }) => multiplyHalfUp(sum, denominator, numerator), price);
}
