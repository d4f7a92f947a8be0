import { addDays } from "../../../../src/time/local-date.ts";
import { multiplyHalfUp } from "../../../../src/money.ts";

/** An expected payment, in minor units; outflow is negative. */
export interface ForecastItem {
  date: string;
  label: string;
  amount: number;
}

export interface ForecastDay {
  date: string;
  balance: number;
  isLow: boolean;
  items: ForecastItem[];
}

export interface ForecastFacts {
  today: string;
  days: number;
  balance: number;
  items: readonly ForecastItem[];
  /** Other inflow and outflow of the last `averageDays` days, projected at that pace. */
  otherFlow: number;
  averageDays: number;
}

/** Balances of the days to come. What was due before tomorrow falls on tomorrow. */
export function forecast({
  today,
  days,
  balance,
  items,
  otherFlow,
  averageDays,
}: ForecastFacts): ForecastDay[] {
  let known = balance;
  return Array.from({ length: days }, (_, index) => {
    const date = addDays(today, index + 1);
    const own = items.filter((item) => (index === 0 ? item.date <= date : item.date === date));
    known = own.reduce((sum, { amount }) => sum + amount, known);
    const expected = known + multiplyHalfUp(otherFlow, index + 1, averageDays);
    return { date, balance: expected, isLow: expected < 0, items: own };
  });
}
