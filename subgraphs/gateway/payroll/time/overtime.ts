import { addDays } from "../../../../src/time/local-date.ts";

/** Hours of a work week beyond which time is overtime (29 U.S.C. 207(a)), in hundredths. */
const weekHundredths = 4_000;

/** Time of one person on a day; hundredths of hours. */
export interface WorkedTime {
  workDate: string;
  hoursHundredths: number;
}

export interface SplitTime {
  regularHundredths: number;
  overtimeHundredths: number;
}

/** The Monday that begins the work week of a day. */
export function weekOf(date: string): string {
  const day = new Date(`${date}T00:00:00.000Z`).getUTCDay();
  return addDays(date, -((day + 6) % 7));
}

/**
 * Splits each entry into regular and overtime hours: in the order of days, what comes after 40 hours of its work week is
 * overtime. Entries must be whole weeks of one person, in order of their days; the two parts of each sum to its hours.
 */
export function splitOvertime<Entry extends WorkedTime>(entries: readonly Entry[]): (Entry & SplitTime)[] {
  const ofWeek = new Map<string, number>();
  return entries.map((entry) => {
    const week = weekOf(entry.workDate);
    const before = ofWeek.get(week) ?? 0;
    ofWeek.set(week, before + entry.hoursHundredths);
    const regularHundredths = Math.min(entry.hoursHundredths, Math.max(weekHundredths - before, 0));
    const overtimeHundredths = entry.hoursHundredths - regularHundredths;
    return { ...entry, regularHundredths, overtimeHundredths };
  });
}
