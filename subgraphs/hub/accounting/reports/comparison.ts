import { addMonths, dayAfter, dayBefore, endOfMonth, monthOf } from "../ledgers/fiscal-year.ts";
import type { ReportComparison } from "./report-inputs.types.ts";

/** A range of days, both included. */
export interface DayRange {
  from: string;
  to: string;
}

const dayMs = 86_400_000;

/** The same day of another month, or the last one of a shorter month; the end of a month stays one. */
function shiftMonths(date: string, months: number): string {
  const month = addMonths(monthOf(date), months);
  const end = endOfMonth(month);
  if (date === endOfMonth(date)) return end;
  const shifted = `${month.slice(0, 8)}${date.slice(8)}`;
  return shifted > end ? end : shifted;
}

/** The date that a report as of a date is compared with. */
export function formerDate(asOf: string, comparison: ReportComparison): string {
  return shiftMonths(asOf, comparison === "previous_year" ? -12 : -1);
}

/** The days that a report of a range is compared with: whole months with as many months, other ranges with as many days. */
export function formerRange({ from, to }: DayRange, comparison: ReportComparison): DayRange {
  if (comparison === "previous_year") return { from: shiftMonths(from, -12), to: shiftMonths(to, -12) };
  if (from === monthOf(from) && to === endOfMonth(to)) {
    const months = monthsBetween(from, dayAfter(to));
    return { from: addMonths(from, -months), to: dayBefore(from) };
  }
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const start = new Date(Date.parse(from) - days * dayMs).toISOString().slice(0, 10);
  return { from: start, to: dayBefore(from) };
}

function monthsBetween(from: string, to: string): number {
  const count = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return count(to) - count(from);
}
