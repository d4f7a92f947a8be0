import { weekdayOf } from "../../base/wall-clock.ts";

/** The supported part of RFC 5545's recurrence rules: days and weeks. */
export interface RecurrenceRule {
  unit: "day" | "week";
  /** Interval in days or weeks. */
  interval: number;
  /** How many dates there are in all; null: no such end. */
  count: number | null;
  until: Until | null;
  /** 1 is Monday, 7 is Sunday. Empty: every day for DAILY, the weekday of the start for WEEKLY. */
  weekdays: readonly number[];
  /** The day that weeks begin on, which matters to every second week. */
  weekStart: number;
}

/** The last time of a rule, included; without a time of day all of that date is. */
export interface Until {
  date: string;
  /** HH:MM:SS */
  time: string | null;
  isUtc: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;
const maxCount = 5_000;
const maxInterval = 1_000;
const dayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Parses an RRULE; returns a message when it is invalid or unsupported. */
export function parseRecurrence(text: string): RecurrenceRule | string {
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .replace(/^RRULE:/i, "")
    .toUpperCase()
    .split(";")) {
    const [name, value, ...more] = part.split("=");
    if (!name || !value || more.length > 0) return `"${part.slice(0, 40)}" is not a valid rule part`;
    if (parts.has(name)) return `${name} occurs more than once`;
    parts.set(name, value);
  }
  const units: Record<string, "day" | "week"> = { DAILY: "day", WEEKLY: "week" };
  const frequency = parts.get("FREQ");
  if (frequency === undefined) return "FREQ is missing";
  const unit = units[frequency];
  if (!unit) return `FREQ=${frequency.slice(0, 40)} is not supported; use DAILY or WEEKLY`;
  const unknown = [...parts.keys()].find((name) => !readParts.has(name));
  if (unknown) return `${unknown.slice(0, 40)} is not supported`;
  return withParts(unit, parts);
}

const readParts = new Set(["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "WKST"]);

function withParts(unit: "day" | "week", parts: ReadonlyMap<string, string>): RecurrenceRule | string {
  const interval = wholeNumber(parts.get("INTERVAL") ?? "1", maxInterval);
  if (interval === null) return `INTERVAL must be 1 to ${maxInterval}`;
  const counted = parts.get("COUNT");
  const count = counted === undefined ? null : wholeNumber(counted, maxCount);
  if (counted !== undefined && count === null) return `COUNT must be 1 to ${maxCount}`;
  const end = parts.get("UNTIL");
  const until = end === undefined ? null : untilOf(end);
  if (end !== undefined && until === null)
    return "UNTIL must be YYYYMMDD or YYYYMMDDTHHMMSS, optionally with Z";
  if (count !== null && until !== null) return "COUNT and UNTIL cannot be combined";
  const weekdays = (parts.get("BYDAY")?.split(",") ?? []).map((name) => dayNames.indexOf(name) + 1);
  if (weekdays.includes(0)) return "BYDAY must be days of the week, such as MO,WE";
  const weekStart = dayNames.indexOf(parts.get("WKST") ?? "MO") + 1;
  if (weekStart === 0) return "WKST must be a day of the week, such as MO";
  return { unit, interval, count, until, weekdays, weekStart };
}

/**
 * The dates of a rule, in order, without those before `from` and after `to`; COUNT counts from `start` on. A start that
 * does not fit the rule is not one of its dates. The calling code applies `until`, which has a time of day.
 */
export function* datesOf(
  rule: RecurrenceRule,
  start: string,
  { from, to }: { from: string; to: string },
): Generator<string> {
  const { unit, interval, count } = rule;
  const [first, near, far] = [dayNumber(start), dayNumber(from), dayNumber(to)];
  const step = unit === "day" ? interval : 7 * interval;
  const begin = unit === "day" ? first : first - ((weekdayOf(start) - rule.weekStart + 7) % 7);
  const offsets = offsetsOf(rule, start);
  let left = count ?? Infinity;
  // Without COUNT, dates before `from` need not be generated.
  const skipped = count === null ? Math.max(0, Math.floor((near - begin) / step)) : 0;
  for (let period = begin + skipped * step; period <= far && offsets.size > 0; period += step) {
    const weekday = weekdayOfNumber(period);
    for (const offset of unit === "day" ? (offsets.has(weekday) ? [0] : []) : offsets) {
      const day = period + offset;
      if (day < first) continue;
      if (left-- <= 0 || day > far) return;
      if (day >= near) yield dateOf(day);
    }
  }
}

/** True when an occurrence is not after the end of its rule. */
export function isWithin(
  until: Until | null,
  occurrence: { date: string; time: string; at: number },
): boolean {
  if (until === null) return true;
  if (until.isUtc) return occurrence.at <= Date.parse(`${until.date}T${until.time}Z`);
  const shown = until.time === null ? occurrence.date : `${occurrence.date}T${occurrence.time}`;
  return shown <= (until.time === null ? until.date : `${until.date}T${until.time}`);
}

/** The date of `YYYYMMDD`, or null when it is invalid. */
export function dateOfDigits(digits: string): string | null {
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;
  const at = Date.parse(`${date}T00:00:00.000Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? null : date;
}

/**
 * By week: how many days after its beginning; by day: the weekdays that count. None when no date can ever
 * fit.
 */
function offsetsOf({ unit, interval, weekdays, weekStart }: RecurrenceRule, start: string): Set<number> {
  const days = weekdays.length > 0 || unit === "day" ? weekdays : [weekdayOf(start)];
  if (unit === "week") return new Set(days.map((day) => (day - weekStart + 7) % 7).sort((a, b) => a - b));
  const wanted = days.length > 0 ? days : [1, 2, 3, 4, 5, 6, 7];
  const reached = [0, 1, 2, 3, 4, 5, 6].map((period) =>
    weekdayOfNumber(dayNumber(start) + period * interval),
  );
  return new Set(wanted.filter((day) => reached.includes(day)));
}

function untilOf(text: string): Until | null {
  const match = /^(\d{8})(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z?))?$/.exec(text);
  const date = match && dateOfDigits(match[1]!);
  if (!date) return null;
  const [, , hour, minute, second, zulu] = match;
  return { date, time: hour === undefined ? null : `${hour}:${minute}:${second}`, isUtc: zulu === "Z" };
}

function wholeNumber(text: string, most: number): number | null {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= most ? value : null;
}

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`) / dayMs;
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The first day of 1970 was a Thursday. */
function weekdayOfNumber(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}
