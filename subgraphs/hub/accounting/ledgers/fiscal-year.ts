/** Months and fiscal years as calendar arithmetic on `YYYY-MM-DD`. */

/** The first day of the month of a date. */
export function monthOf(date: string): string {
  return `${date.slice(0, 7)}-01`;
}

/** The first day of the month `count` months later. */
export function addMonths(date: string, count: number): string {
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + count;
  const year = Math.floor(months / 12);
  return `${String(year).padStart(4, "0")}-${String((months % 12) + 1).padStart(2, "0")}-01`;
}

/** The last day of the month of a date. */
export function endOfMonth(date: string): string {
  return dayBefore(addMonths(date, 1));
}

export function dayBefore(date: string): string {
  return shift(date, -1);
}

export function dayAfter(date: string): string {
  return shift(date, 1);
}

/** The fiscal year of a date: the calendar year in which it ends. */
export function fiscalYearOf(date: string, startMonth: number): number {
  const year = Number(date.slice(0, 4));
  return startMonth > 1 && Number(date.slice(5, 7)) >= startMonth ? year + 1 : year;
}

/** The first day of a fiscal year. */
export function fiscalYearStart(year: number, startMonth: number): string {
  const calendarYear = startMonth > 1 ? year - 1 : year;
  return `${String(calendarYear).padStart(4, "0")}-${String(startMonth).padStart(2, "0")}-01`;
}

function shift(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
