import { addDays } from "../../../src/local-date.ts";
import { bankingDay } from "../payroll/banking-day.ts";

export type DepositSchedule = "monthly" | "semiweekly";

/** When taxes of Form 941 are deposited: the period they gather in, and the day they are due (26 CFR 31.6302-1). */
export interface DepositPeriod {
  start: string;
  end: string;
  dueDate: string;
}

/** Taxes that gather up to this in a deposit period are due on the next banking day. */
export const nextDayFromCents = 10_000_000;

/** The federal unemployment tax is carried on until it passes this (26 CFR 31.6302(c)-3). */
export const futaFromCents = 50_000;

/**
 * The deposit period of a pay date. Monthly: the calendar month, due on the 15th of the next one. Semiweekly: Wednesday to
 * Friday, due the next Wednesday; Saturday to Tuesday, due the next Friday. A day on which banks do not work moves it on.
 */
export function depositPeriodOf(payDate: string, schedule: DepositSchedule): DepositPeriod {
  if (schedule === "monthly") {
    const start = `${payDate.slice(0, 7)}-01`;
    const next = firstOfNextMonth(start);
    return { start, end: addDays(next, -1), dueDate: bankingDay(`${next.slice(0, 7)}-15`, "after") };
  }
  const day = new Date(`${payDate}T00:00:00.000Z`).getUTCDay();
  const isLateInWeek = day >= 3 && day <= 5;
  const start = addDays(payDate, -(isLateInWeek ? day - 3 : (day + 1) % 7));
  const end = addDays(start, isLateInWeek ? 2 : 3);
  return { start, end, dueDate: bankingDay(addDays(end, isLateInWeek ? 5 : 3), "after") };
}

/** The banking day after a pay date, on which taxes of 100,000 and more are due. */
export function nextBankingDay(date: string): string {
  return bankingDay(addDays(date, 1), "after");
}

export interface Quarter {
  year: number;
  quarter: number;
  start: string;
  end: string;
  /** The last day of the month after it, moved on where banks do not work. */
  dueDate: string;
}

export function quarterOf(date: string): Quarter {
  const year = Number(date.slice(0, 4));
  return quarterNamed(year, Math.floor((Number(date.slice(5, 7)) - 1) / 3) + 1);
}

export function quarterNamed(year: number, quarter: number): Quarter {
  const month = String(quarter * 3 - 2).padStart(2, "0");
  const start = `${year}-${month}-01`;
  const next = [1, 2, 3].reduce((first) => firstOfNextMonth(first), start);
  const dueDate = bankingDay(addDays(firstOfNextMonth(next), -1), "after");
  return { year, quarter, start, end: addDays(next, -1), dueDate };
}

function firstOfNextMonth(first: string): string {
  return `${addDays(first, 31).slice(0, 7)}-01`;
}
