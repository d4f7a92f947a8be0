import { isTimezone, momentsAround, momentsOf, startOfDate } from "../../base/wall-clock.ts";
import { matchWithin } from "../../../../src/text/match-within.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { propertyOf, type CalendarComponent, type CalendarProperty } from "./calendar-text.ts";
import { zoneByRules } from "./embedded-zone.ts";
import { dateOfDigits } from "./recurrence-rule.ts";
import type { Stretch } from "../availability/slots.ts";

/** A date, or a time by the clock of a zone. */
export interface CalendarTime {
  date: string;
  /** HH:MM:SS; null of a date. */
  time: string | null;
  zone: string;
}

/** How long something takes: whole days by the calendar, and true milliseconds after them. */
export interface CalendarLength {
  days: number;
  ms: number;
}

/** The time zone of a `TZID`, or null when it is unknown. */
export type ZoneNames = (name: string) => string | null;

const minuteMs = 60_000;
/** Longer than any name of a zone; the longest of IANA's has 32 characters. */
const longestZone = 64;
const dateTime = /^(\d{8})T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z?)$/;
const duration =
  /^([+-]?)P(?:(\d{1,4})W|(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?)$/;

/**
 * The times of a property (a list of them in EXDATE and RDATE), or, as a string, what in it is not read. A
 * time without a zone is by the clock of `local`.
 */
export function timesOf(
  { name, parameters, value }: CalendarProperty,
  local: string,
  zones: ZoneNames,
): CalendarTime[] | string {
  const named = parameters.get("TZID");
  const zone = named === undefined ? local : zones(named);
  if (zone === null) return `the time zone ${named!.slice(0, 80)} is unknown`;
  const times: CalendarTime[] = [];
  for (const text of value.split(",")) {
    const match = dateTime.exec(text.trim());
    const date = dateOfDigits(match?.[1] ?? text.trim());
    if (date === null || (!match && !/^\d{8}$/.test(text.trim())))
      return `${name} is neither a date nor a time: ${text.slice(0, 40)}`;
    if (!match) times.push({ date, time: null, zone: local });
    else {
      const [, , hour, minute, second, zulu] = match;
      times.push({ date, time: `${hour}:${minute}:${second}`, zone: zulu === "Z" ? "UTC" : zone });
    }
  }
  return times;
}

/**
 * The instant of a local time (RFC 5545, 3.3.5). DST: non-existent local times use the offset before the change; for
 * ambiguous ones the first occurrence is used. A date starts at the beginning of its day.
 */
export function momentOf({ date, time, zone }: CalendarTime): number {
  if (time === null) return startOfDate(date, zone);
  const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number);
  const minutes = hour * 60 + minute;
  const at = momentsOf(date, minutes, zone)[0] ?? momentsAround(date, minutes, zone)[1]!;
  return at + second * 1000;
}

/**
 * When something ends that begins then: whole days keep the time of day, what is added to them is true time.
 */
export function endOf(begin: CalendarTime, { days, ms }: CalendarLength): number {
  return (days === 0 ? momentOf(begin) : momentOf({ ...begin, date: addDays(begin.date, days) })) + ms;
}

/** The length of a `DURATION`, or null when it is invalid. Negative durations become 0. */
export function lengthOf(text: string): CalendarLength | null {
  const match = duration.exec(text.trim());
  if (!match || /[PT]$/.test(text.trim())) return null;
  const [weeks, days, hours, minutes, seconds] = match.slice(2).map((one) => Number(one ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (match[1] === "-") return { days: 0, ms: 0 };
  return { days: weeks * 7 + days, ms: (hours * 60 + minutes) * minuteMs + seconds * 1000 };
}

/** VTIMEZONEs of a calendar that are compared by their rules; each costs some milliseconds. */
const maxRuledZones = 20;

/**
 * Reads zones by name: IANA's own, names with a path before it, names that the calendar's VTIMEZONE gives a
 * place, the common ones of Windows, and any other by the rules of its VTIMEZONE.
 */
export function zoneNames(
  calendars: readonly CalendarComponent[],
  { local, within }: { local: string; within: Stretch },
): ZoneNames {
  const embedded = new Map<string, CalendarComponent>();
  for (const zone of calendars.flatMap(({ components }) => components)) {
    const id = propertyOf(zone, "TZID")?.value;
    if (zone.name === "VTIMEZONE" && id && !embedded.has(id)) embedded.set(id, zone);
  }
  const known = new Map<string, string | null>();
  let ruled = 0;
  const byRules = (name: string) => {
    const zone = embedded.get(name);
    if (zone === undefined || ruled++ >= maxRuledZones) return null;
    return zoneByRules(zone, { preferred: local, within });
  };
  return (name) => {
    let zone = known.get(name);
    if (zone === undefined) {
      const end = name.slice(-longestZone);
      const path = matchWithin(end, longestZone, /[A-Z][A-Za-z]+\/[A-Za-z0-9_+/-]+$/)?.[0];
      const place = embedded.get(name);
      const candidates = [
        name,
        place && propertyOf(place, "X-LIC-LOCATION")?.value,
        path,
        Object.hasOwn(windowsZones, name) ? windowsZones[name] : undefined,
      ];
      zone = candidates.find((one) => one !== undefined && isTimezone(one)) ?? byRules(name);
      known.set(name, zone);
    }
    return zone;
  };
}

/** Names of Windows that calendars of offices use; from the Unicode CLDR, windowsZones.xml, territory 001. */
const windowsZones: Readonly<Record<string, string>> = {
  UTC: "Etc/UTC",
  "GMT Standard Time": "Europe/London",
  "Greenwich Standard Time": "Atlantic/Reykjavik",
  "W. Europe Standard Time": "Europe/Berlin",
  "Central Europe Standard Time": "Europe/Budapest",
  "Central European Standard Time": "Europe/Warsaw",
  "Romance Standard Time": "Europe/Paris",
  "E. Europe Standard Time": "Europe/Chisinau",
  "FLE Standard Time": "Europe/Kiev",
  "GTB Standard Time": "Europe/Bucharest",
  "Turkey Standard Time": "Europe/Istanbul",
  "Russian Standard Time": "Europe/Moscow",
  "Israel Standard Time": "Asia/Jerusalem",
  "South Africa Standard Time": "Africa/Johannesburg",
  "Arabian Standard Time": "Asia/Dubai",
  "India Standard Time": "Asia/Calcutta",
  "SE Asia Standard Time": "Asia/Bangkok",
  "China Standard Time": "Asia/Shanghai",
  "Singapore Standard Time": "Asia/Singapore",
  "Tokyo Standard Time": "Asia/Tokyo",
  "AUS Eastern Standard Time": "Australia/Sydney",
  "New Zealand Standard Time": "Pacific/Auckland",
  "Newfoundland Standard Time": "America/St_Johns",
  "Atlantic Standard Time": "America/Halifax",
  "E. South America Standard Time": "America/Sao_Paulo",
  "Eastern Standard Time": "America/New_York",
  "Central Standard Time": "America/Chicago",
  "Mountain Standard Time": "America/Denver",
  "US Mountain Standard Time": "America/Phoenix",
  "Pacific Standard Time": "America/Los_Angeles",
  "Alaskan Standard Time": "America/Anchorage",
  "Hawaiian Standard Time": "Pacific/Honolulu",
};
