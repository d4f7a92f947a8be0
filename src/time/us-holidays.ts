import { addDays } from "./local-date.ts";

/** Month, day, first year. */
type FixedHoliday = readonly [number, number, number];

/** Federal holidays of a fixed date (5 U.S.C. 6103). */
const federalHolidays: readonly FixedHoliday[] = [
  [1, 1, 0],
  [6, 19, 2021],
  [7, 4, 0],
  [11, 11, 0],
  [12, 25, 0],
];

/** Emancipation Day of the District of Columbia (D.C. Code 28-2701), which moves federal due dates (26 U.S.C. 7503). */
const emancipationDay: FixedHoliday = [4, 16, 2005];

/** Federal holidays on a weekday of a month: month, weekday (0 is Sunday), which one; -1 is the last. */
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

/** True on a federal holiday and on the day it is kept: for one on a Saturday the Friday before, on a Sunday the Monday after. */
export function isFederalHoliday(date: string): boolean {
  return isWeekdayHoliday(date) || isFixedHoliday(date, federalHolidays, { saturdayMoves: true });
}

/** Like `isFederalHoliday`, plus the other legal holidays for tax returns. */
export function isLegalHoliday(date: string): boolean {
  return isFederalHoliday(date) || isFixedHoliday(date, [emancipationDay], { saturdayMoves: true });
}

/** True on a holiday of the Federal Reserve's banks (frbservices.org): one on a Saturday is not moved. */
export function isBankHoliday(date: string): boolean {
  return isWeekdayHoliday(date) || isFixedHoliday(date, federalHolidays, { saturdayMoves: false });
}

function isFixedHoliday(
  date: string,
  holidays: readonly FixedHoliday[],
  { saturdayMoves }: { saturdayMoves: boolean },
): boolean {
  const year = Number(date.slice(0, 4));
  // The first of January of the next year may be kept on the last of December.
  return [year, year + 1].some((of) =>
    holidays.some(([month, day, since]) => {
      const holiday = dateOf(of, month, day);
      return of >= since && (holiday === date || keptOn(holiday, saturdayMoves) === date);
    }),
  );
}

function keptOn(holiday: string, saturdayMoves: boolean): string {
  const weekday = weekdayOf(holiday);
  if (weekday === 0) return addDays(holiday, 1);
  return weekday === 6 && saturdayMoves ? addDays(holiday, -1) : holiday;
}

function isWeekdayHoliday(date: string): boolean {
  const [year, ownMonth] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return weekdayHolidays.some(
    ([month, weekday, nth]) => month === ownMonth && nthWeekday(year, month, weekday, nth) === date,
  );
}

function nthWeekday(year: number, month: number, weekday: number, nth: number): string {
  if (nth > 0) {
    const first = dateOf(year, month, 1);
    return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1));
  }
  // No holiday is on the last weekday of December.
  const last = addDays(dateOf(year, month + 1, 1), -1);
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

function dateOf(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
