import { addDays } from "../../../../src/time/local-date.ts";
import { bankingDay } from "./banking-day.ts";

export const scheduleFrequencies = ["weekly", "biweekly", "semimonthly", "monthly"] as const;
export type ScheduleFrequency = (typeof scheduleFrequencies)[number];

/** How pay dates were set for periods that began before a day. */
export interface EarlierRule {
  until: string;
  payDateOffsetDays: number;
  holidayRule: "before" | "after";
}

/** Rule that sets pay periods; dates are `YYYY-MM-DD`. */
export interface PeriodRule {
  frequency: ScheduleFrequency;
  /** The first day of some period. */
  anchorDate: string;
  payDateOffsetDays: number;
  holidayRule: "before" | "after";
  /** Rules of earlier periods, in order. */
  earlierRules?: readonly EarlierRule[];
}

export interface Period {
  start: string;
  end: string;
  payDate: string;
}

/** Why a date cannot be the first day of a period; null when it can. */
export function anchorFault(frequency: ScheduleFrequency, anchorDate: string): string | null {
  const day = Number(anchorDate.slice(8));
  if (frequency === "semimonthly" && day !== 1 && day !== 16) return "must be the 1st or 16th of a month";
  if (frequency === "monthly" && day > 28) return "must be a day from the 1st to the 28th";
  return null;
}

/** The period that contains a day. Periods extend without limit in both directions. */
export function periodOf(rule: PeriodRule, date: string): Period {
  const { start, end } = spanOf(rule, date);
  const { payDateOffsetDays, holidayRule } = rule.earlierRules?.find(({ until }) => start < until) ?? rule;
  return { start, end, payDate: bankingDay(addDays(end, payDateOffsetDays), holidayRule) };
}

/** Periods that begin in a year, in order. */
export function periodsOfYear(rule: PeriodRule, year: number): Period[] {
  const periods: Period[] = [];
  for (
    let period = periodOf(rule, `${year}-01-01`);
    period.start.slice(0, 4) <= String(year);
    period = periodOf(rule, addDays(period.end, 1))
  )
    if (period.start >= `${year}-01-01`) periods.push(period);
  return periods;
}

function spanOf({ frequency, anchorDate }: PeriodRule, date: string): { start: string; end: string } {
  if (frequency === "weekly" || frequency === "biweekly") {
    const length = frequency === "weekly" ? 7 : 14;
    const days = (Date.parse(date) - Date.parse(anchorDate)) / 86_400_000;
    const start = addDays(anchorDate, Math.floor(days / length) * length);
    return { start, end: addDays(start, length - 1) };
  }
  const month = date.slice(0, 7);
  if (frequency === "semimonthly")
    return date.slice(8) < "16"
      ? { start: `${month}-01`, end: `${month}-15` }
      : { start: `${month}-16`, end: addDays(firstOfNext(month), -1) };
  const day = anchorDate.slice(8);
  const from = date.slice(8) >= day ? month : addDays(`${month}-01`, -1).slice(0, 7);
  return { start: `${from}-${day}`, end: addDays(`${firstOfNext(from).slice(0, 7)}-${day}`, -1) };
}

function firstOfNext(month: string): string {
  return `${addDays(`${month}-28`, 4).slice(0, 7)}-01`;
}
