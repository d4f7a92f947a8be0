import { addDays } from "../../../../src/time/local-date.ts";
import { isFederalHoliday, isWeekend } from "../../../../src/time/us-holidays.ts";

/** The date itself, or the next one that is no Saturday, Sunday or federal holiday (26 U.S.C. 7503). */
export function nextBusinessDay(date: string): string {
  let day = date;
  while (isWeekend(day) || isFederalHoliday(day)) day = addDays(day, 1);
  return day;
}
