/** Dates of a recurring invoice. Pure: `YYYY-MM-DD` in and out. */

export type Frequency = "weekly" | "monthly" | "quarterly" | "yearly";

export interface Schedule {
  frequency: Frequency;
  /** Number of weeks, months, quarters or years between two dates. Default 1. */
  interval?: number;
  startDate: string;
  /** Last possible date; null without an end. */
  endDate: string | null;
  /** Total number of invoices; null without a limit. */
  occurrences: number | null;
}

const monthsApart = { weekly: 0, monthly: 1, quarterly: 3, yearly: 12 } as const;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Date of an occurrence, counted from 0; null after the end of the schedule. Each date is derived from the first, so a
 * 31st falls on the last day of shorter months and returns in longer ones.
 */
export function occurrenceDate(
  { frequency, interval = 1, startDate, endDate, occurrences }: Schedule,
  index: number,
): string | null {
  if (occurrences !== null && index >= occurrences) return null;
  const date =
    frequency === "weekly"
      ? new Date(Date.parse(startDate) + index * interval * 7 * dayMs).toISOString().slice(0, 10)
      : monthsLater(startDate, index * interval * monthsApart[frequency]);
  return endDate !== null && date > endDate ? null : date;
}

function monthsLater(date: string, months: number): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, lastDay));
  return first.toISOString().slice(0, 10);
}
