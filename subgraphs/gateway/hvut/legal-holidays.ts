import { addDays } from "../../../src/local-date.ts";

/** Holidays of a fixed date (5 USC 6103; D.C. Code 28-2701 for Emancipation Day): month, day, first year. */
const fixedHolidays: readonly (readonly [number, number, number])[] = [
  [1, 1, 0],
  [4, 16, 2005],
  [6, 19, 2021],
  [7, 4, 0],
  [11, 11, 0],
  [12, 25, 0],
];

/** Those on a weekday of a month: month, weekday (0 is Sunday), which one; -1 is the last. */
const weekdayHolidays: readonly (readonly [number, number, number])[] = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
];

export function isWeekend(date: string): boolean {
  return weekdayOf(date) % 6 === 0;
}

/** True on the day that a holiday is kept: one on a Saturday on the Friday before, one on a Sunday on the Monday after. */
export function isLegalHoliday(date: string): boolean {
  const year = Number(date.slice(0, 4));
  // The first of January of the next year may be kept on the last of December.
  const fixed = [year, year + 1].flatMap((of) =>
    fixedHolidays.filter(([, , since]) => of >= since).map(([month, day]) => dateOf(of, month, day)),
  );
  if (fixed.some((holiday) => keptOn(holiday) === date)) return true;
  return weekdayHolidays.some(([month, weekday, nth]) => nthWeekday(year, month, weekday, nth) === date);
}

function keptOn(holiday: string): string {
  const weekday = weekdayOf(holiday);
  return addDays(holiday, weekday === 6 ? -1 : weekday === 0 ? 1 : 0);
}

function nthWeekday(year: number, month: number, weekday: number, nth: number): string {
  if (nth > 0) {
    const first = dateOf(year, month, 1);
    return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1));
  }
  const last = addDays(dateOf(year, month + 1, 1), -1);
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

function dateOf(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
