import { addDays } from "../../../../src/time/local-date.ts";
import { isLegalHoliday, isWeekend } from "../../../../src/time/us-holidays.ts";

export type DepositSchedule = "monthly" | "semiweekly";

/**
 * When taxes of Form 941 are deposited: the period they gather in, and the day they are due (26 CFR
 * 31.6302-1).
 */
export interface DepositPeriod {
  start: string;
  end: string;
  dueDate: string;
}

/** Taxes that gather up to this in a deposit period are due on the next business day. */
export const nextDayFromCents = 10_000_000;

/**
 * Who reported more than this in the look-back period deposits by the semiweekly schedule (26 CFR
 * 31.6302-1(b)).
 */
export const monthlyUpToCents = 5_000_000;

/** The look-back period of a year: four quarters, to the 30th of June of the year before it. */
export function lookbackOf(year: number): { start: string; end: string } {
  return { start: `${year - 2}-07-01`, end: `${year - 1}-06-30` };
}

export type TaxForm = "941" | "940" | "state_income" | "state_unemployment" | "state_contributions";

/**
 * The period of the return that taxes of a pay date belong to: a year of Form 940, else a quarter as
 * `2026-Q1`.
 */
export function returnPeriodOf(form: TaxForm, payDate: string): string {
  const { year, quarter } = quarterOf(payDate);
  return form === "940" ? String(year) : `${year}-Q${quarter}`;
}

/** The federal unemployment tax is carried on until it passes this (26 CFR 31.6302(c)-3). */
export const futaFromCents = 50_000;

/**
 * The deposit period of a pay date. Monthly: the calendar month, due on the 15th of the next one, or the
 * business day after it. Semiweekly: Wednesday to Friday, or Saturday to Tuesday, due on the third business
 * day after it.
 */
export function depositPeriodOf(payDate: string, schedule: DepositSchedule): DepositPeriod {
  if (schedule === "monthly") {
    const start = `${payDate.slice(0, 7)}-01`;
    const next = firstOfNextMonth(start);
    return { start, end: addDays(next, -1), dueDate: businessDay(`${next.slice(0, 7)}-15`) };
  }
  const day = new Date(`${payDate}T00:00:00.000Z`).getUTCDay();
  const isLateInWeek = day >= 3 && day <= 5;
  const start = addDays(payDate, -(isLateInWeek ? day - 3 : (day + 1) % 7));
  const end = addDays(start, isLateInWeek ? 2 : 3);
  return { start, end, dueDate: [1, 2, 3].reduce(nextBusinessDay, end) };
}

/** The business day after a pay date, on which taxes of 100,000 and more are due. */
export function nextBusinessDay(date: string): string {
  return businessDay(addDays(date, 1));
}

/**
 * The day itself or the first one after it that is no weekend and no legal holiday of the District
 * (Publication 15, 11).
 */
function businessDay(date: string): string {
  let day = date;
  while (isWeekend(day) || isLegalHoliday(day)) day = addDays(day, 1);
  return day;
}

export interface Quarter {
  year: number;
  quarter: number;
  start: string;
  end: string;
  /** The last day of the month after it, moved on to a business day. */
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
  const dueDate = businessDay(addDays(firstOfNextMonth(next), -1));
  return { year, quarter, start, end: addDays(next, -1), dueDate };
}

function firstOfNextMonth(first: string): string {
  return `${addDays(first, 31).slice(0, 7)}-01`;
}
