import { addDays } from "../../../../src/time/local-date.ts";
import { isBankHoliday, isWeekend } from "../../../../src/time/us-holidays.ts";

/** The date itself if it is a banking day, else the nearest banking day before or after it. */
export function bankingDay(date: string, rule: "before" | "after"): string {
  let day = date;
  while (isWeekend(day) || isBankHoliday(day)) day = addDays(day, rule === "before" ? -1 : 1);
  return day;
}
