import { addDays } from "../../../../src/time/local-date.ts";

/** What an account's entries of a day sum to. */
export interface DayMovement {
  date: string;
  amount: number;
}

export interface OpenedBalance {
  openingBalance: number;
  openedOn: string;
}

/** Balances at the end of days, in minor units; `movements` and `dates` go up. The opening balance is an entry of its day. */
export function balancesOn(
  { openingBalance, openedOn }: OpenedBalance,
  movements: readonly DayMovement[],
  dates: readonly string[],
): number[] {
  let [sum, next] = [0, 0];
  return dates.map((date) => {
    for (; next < movements.length && movements[next]!.date <= date; next++) sum += movements[next]!.amount;
    return sum + (openedOn <= date ? openingBalance : 0);
  });
}

export const steps = ["day", "week", "month"] as const;
export type Step = (typeof steps)[number];

/** Days of a series: every day, every seventh from the first on, or every month's last; the last day always. */
export function daysOfSeries(from: string, to: string, step: Step): string[] {
  const days: string[] = [];
  for (let day = step === "month" ? endOfMonth(from) : from; day < to; day = nextDay(day, step))
    days.push(day);
  return [...days, to];
}

/** The last day of a date's month. */
export function endOfMonth(date: string): string {
  const [year, month] = date.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

function nextDay(day: string, step: Step): string {
  if (step === "month") return endOfMonth(addDays(day, 1));
  return addDays(day, step === "week" ? 7 : 1);
}
