import { minutesOf, momentsOf } from "../../base/wall-clock.ts";
import { datesOf, isWithin } from "../busy-calendars/recurrence.ts";
import { parseRecurrence } from "../busy-calendars/recurrence-rule.ts";

/** The most dates that a series may have: two years of weeks. */
const maxDates = 104;
/** No service is booked further ahead than this, whatever the rule says. */
const lastDate = "9999-12-31";

/** The input of a series. */
export interface SeriesPlan {
  startDate: string;
  time: string;
  rrule: string;
}

/**
 * Dates of a series in order, starting with the first that matches the rule; or a message about the invalid rule.
 * UNTIL in UTC is compared in `timezone`.
 */
export function seriesDates({ startDate, time, rrule }: SeriesPlan, timezone: string): string[] | string {
  const rule = parseRecurrence(rrule);
  if (typeof rule === "string") return `is not a supported rule: ${rule}`;
  if (rule.count === null && rule.until === null) return "must end with COUNT or UNTIL";
  const dates: string[] = [];
  for (const date of datesOf(rule, startDate, { from: startDate, to: lastDate })) {
    // A skipped local time does not end the rule; the date is reported as not bookable.
    const at = momentsOf(date, minutesOf(time), timezone)[0] ?? Date.parse(`${date}T00:00:00.000Z`);
    if (!isWithin(rule.until, { date, time: `${time}:00`, at })) break;
    if (dates.length === maxDates) return `must have at most ${maxDates} dates`;
    dates.push(date);
  }
  return dates.length > 0 ? dates : "must produce at least one date";
}
