/** Months as `YYYY-MM`, and days as `YYYY-MM-DD`. */

/** The month that many months later, or earlier when negative. */
export function addMonths(month: string, count: number): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The same day that many months later, or the last day of a month that is too short for it. */
export function addMonthsToDay(date: string, count: number): string {
  const month = addMonths(date.slice(0, 7), count);
  const last = daysIn(month);
  return `${month}-${String(Math.min(Number(date.slice(8)), last)).padStart(2, "0")}`;
}

/** Months of a span, both ends included; none when it ends before it begins. */
export function monthsOf(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** First and last day of a month. */
export function daysOfMonth(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: `${month}-${daysIn(month)}` };
}

function daysIn(month: string): number {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}
