import { addDays } from "../../../src/local-date.ts";

/** Holidays of the Federal Reserve by a fixed date: one on a Sunday is kept on Monday, one on a Saturday is not moved. */
const fixedHolidays = new Set(["01-01", "06-19", "07-04", "11-11", "12-25"]);
/** Those on a weekday of a month: month, weekday (0 is Sunday), first and last day they may fall on. */
const floating = [
  ["01", 1, 15, 21],
  ["02", 1, 15, 21],
  ["05", 1, 25, 31],
  ["09", 1, 1, 7],
  ["10", 1, 8, 14],
  ["11", 4, 22, 28],
] as const;

/** The date itself when banks work on it, else the nearest one before or after on which they do. */
export function bankingDay(date: string, rule: "before" | "after"): string {
  let day = date;
  while (weekdayOf(day) % 6 === 0 || isBankHoliday(day)) day = addDays(day, rule === "before" ? -1 : 1);
  return day;
}

/** True on a holiday of the Federal Reserve's banks (frbservices.org), as it is kept. */
export function isBankHoliday(date: string): boolean {
  const weekday = weekdayOf(date);
  if (fixedHolidays.has(date.slice(5))) return true;
  if (weekday === 1 && fixedHolidays.has(addDays(date, -1).slice(5))) return true;
  const [month, day] = [date.slice(5, 7), Number(date.slice(8))];
  return floating.some(([of, on, from, to]) => of === month && on === weekday && day >= from && day <= to);
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}
