import { clockIn } from "../../../../src/telephony/zone-clock.ts";

/** When people may be called, by their own clocks. */
export interface CallingHours {
  /** Minutes after midnight; the second is exclusive. */
  fromMinute: number;
  toMinute: number;
  /** 1 is Monday, 7 is Sunday. */
  days: readonly number[];
  /** Dates without calls. */
  holidays: readonly string[];
}

/** From 08:00 until 21:00 of the called person (47 CFR 64.1200(c)(1)); accounts may narrow it, never widen it. */
export const legalHours = { fromMinute: 8 * 60, toMinute: 21 * 60 } as const;

/** Every zone's offset is a multiple of this, and so is every bound of an account. */
const stepMs = 15 * 60_000;
const searchDays = 15;

/** True when the moment is within the hours in each of the zones in which the person may be. */
export function isWithinHours(zones: readonly string[], hours: CallingHours, at: Date): boolean {
  return zones.every((zone) => {
    const { date, minute, weekday } = clockIn(zone, at);
    return (
      minute >= hours.fromMinute &&
      minute < hours.toMinute &&
      hours.days.includes(weekday) &&
      !hours.holidays.includes(date)
    );
  });
}

/** The moment itself where it is within the hours, else the first after it that is; null when two weeks have none. */
export function nextWithinHours(zones: readonly string[], hours: CallingHours, at: Date): Date | null {
  if (isWithinHours(zones, hours, at)) return at;
  const first = Math.floor(at.getTime() / stepMs) + 1;
  const last = first + (searchDays * 24 * 60 * 60_000) / stepMs;
  for (let step = first; step < last; step++) {
    const candidate = new Date(step * stepMs);
    if (isWithinHours(zones, hours, candidate)) return candidate;
  }
  return null;
}
