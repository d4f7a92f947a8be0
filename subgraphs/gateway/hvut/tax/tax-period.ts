import { addDays } from "../../../../src/time/local-date.ts";
import { isLegalHoliday, isWeekend } from "../../../../src/time/us-holidays.ts";

/** A month is `YYYY-MM`. A period is named by the year it begins in: 2026 is July 2026 to June 2027. */

/** The period that a month belongs to. */
export function periodOf(month: string): number {
  const [year, monthOfYear] = partsOf(month);
  return monthOfYear >= 7 ? year : year - 1;
}

/** Months from this one through June: 12 in July, 1 in June. */
export function monthsLeft(month: string): number {
  return ((18 - partsOf(month)[1]) % 12) + 1;
}

/** The month that many months later. */
export function addMonths(month: string, count: number): string {
  const [year, monthOfYear] = partsOf(month);
  const index = year * 12 + monthOfYear - 1 + count;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** Whole months from the first one through the last one, both counted. */
export function monthsThrough(first: string, last: string): number {
  const [[year, month], [endYear, endMonth]] = [partsOf(first), partsOf(last)];
  return endYear * 12 + endMonth - (year * 12 + month) + 1;
}

export interface DueDate {
  dueDate: string;
  /** Original due date (last day of the month), if it moved. */
  rolledFrom: string | null;
  /** Reason for the move: weekend or legal holiday. */
  reason: string | null;
}

/**
 * When a return for a month of first use is due: the last day of the next month, moved over Saturdays, Sundays and legal
 * holidays of the District of Columbia (26 CFR 41.6071(a)-1, 26 USC 7503).
 */
export function dueDateOf(month: string): DueDate {
  const lastDay = addDays(`${addMonths(month, 2)}-01`, -1);
  const reasons: string[] = [];
  let dueDate = lastDay;
  for (;;) {
    const reason = isWeekend(dueDate) ? "weekend" : isLegalHoliday(dueDate) ? "legal holiday" : null;
    if (reason === null) break;
    if (reasons.at(-1) !== reason) reasons.push(reason);
    dueDate = addDays(dueDate, 1);
  }
  if (dueDate === lastDay) return { dueDate, rolledFrom: null, reason: null };
  return { dueDate, rolledFrom: lastDay, reason: reasons.join(", ") };
}

function partsOf(month: string): [number, number] {
  return [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
}
