import { currencyDecimals } from "../../../../src/currency.ts";
import { multiplyHalfUp } from "../../../../src/money.ts";

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
}

/** A position's worth at the end of days, at the last price on or before each; all lists go up by date. */
export function positionValues({ currency, changes, prices }: Position, dates: readonly string[]): number[] {
  let [held, price, nextChange, nextPrice] = [0, 0, 0, 0];
  return dates.map((date) => {
    for (; nextChange < changes.length && changes[nextChange]!.date <= date; nextChange++)
      held += changes[nextChange]!.change;
    for (; nextPrice < prices.length && prices[nextPrice]!.date <= date; nextPrice++)
      price = prices[nextPrice]!.price;
    return valueOf(held, price, currency);
  });
}
