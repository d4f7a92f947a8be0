import { multiplyHalfUp } from "../../../src/money.ts";

/** What happened on one day in one credit account, and in which way. Credits in hundredths; money in minor units. */
export interface CreditDay {
  accountId: string;
  date: string;
  /** Credits that came in: bought, granted and returned. */
  added: number;
  /** Credits that were used or expired. */
  used: number;
  /** Credits that left because their payment was refunded. */
  reversed: number;
  /** Money paid and refunded, by currency. */
  paid: Readonly<Record<string, number>>;
  refunded: Readonly<Record<string, number>>;
}

/** Cost of the credits that were used on a day. Negative when a refund exceeds what its credits still cost. */
export interface CreditUse {
  accountId: string;
  date: string;
  currency: string;
  amount: number;
}

/**
 * Cost of used credits by the moving average: what came in on a day counts before what went out. Free credits lower the
 * average. A debt has no cost: what is bought to cover it is used at once. Days in their order, per account.
 */
export function costOfUse(days: readonly CreditDay[]): CreditUse[] {
  return [...Map.groupBy(days, ({ accountId }) => accountId).values()].flatMap(costInAccount);
}

function costInAccount(days: readonly CreditDay[]): CreditUse[] {
  const value = new Map<string, number>();
  let credits = 0;
  return days.flatMap(({ accountId, date, ...day }) => {
    const costs = new Map<string, number>();
    const move = (currency: string, amount: number) => {
      value.set(currency, (value.get(currency) ?? 0) - amount);
      costs.set(currency, (costs.get(currency) ?? 0) + amount);
    };
    for (const [currency, paid] of Object.entries(day.paid))
      value.set(currency, (value.get(currency) ?? 0) + paid);
    credits += day.added;
    for (const [currency, refunded] of Object.entries(day.refunded))
      value.set(currency, (value.get(currency) ?? 0) - refunded);
    credits -= day.reversed;
    for (const [currency, left] of value) {
      const isEmpty = day.used >= credits;
      move(currency, left < 0 || isEmpty ? left : share(left, day.used, credits));
    }
    credits -= day.used;
    return [...costs]
      .filter(([, amount]) => amount !== 0)
      .map(([currency, amount]) => ({ accountId, date, currency, amount }));
  });
}

function share(value: number, part: number, all: number): number {
  return part === 0 ? 0 : multiplyHalfUp(value, BigInt(part), BigInt(all));
}
