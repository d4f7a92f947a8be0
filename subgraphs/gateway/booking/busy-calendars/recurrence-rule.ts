/** The supported part of RFC 5545's recurrence rules: days, weeks, months and years. */
export interface RecurrenceRule {
  unit: "day" | "week" | "month" | "year";
  /** Interval in that unit. */
  interval: number;
  /** How many dates there are in all; null: no such end. */
  count: number | null;
  until: Until | null;
  /** 1 is Monday, 7 is Sunday. Empty: every day for DAILY, the weekday of the start for WEEKLY. */
  weekdays: readonly number[];
  /** Weekdays by their number in the month or year: 2 is the second, -1 the last. */
  numberedWeekdays: readonly NumberedWeekday[];
  /** Months from 1 to 12. Empty: as the other parts say. */
  months: readonly number[];
  /** Days of the month; -1 is the last one. */
  monthDays: readonly number[];
  /** Which dates of a month or year count, in order of time; -1 is the last one. Empty: all. */
  positions: readonly number[];
  /** The day that weeks begin on, which matters to every second week. */
  weekStart: number;
}

/** A weekday by its number in the month or year. */
export interface NumberedWeekday {
  weekday: number;
  place: number;
}

/** The last time of a rule, included; without a time of day all of that date is. */
export interface Until {
  date: string;
  /** HH:MM:SS */
  time: string | null;
  isUtc: boolean;
}

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
  const frequency = parts.get("FREQ");
  if (frequency === undefined) return "FREQ is missing";
  const unit = units.get(frequency);
  if (!unit) return `FREQ=${frequency.slice(0, 40)} is not supported; use DAILY, WEEKLY, MONTHLY or YEARLY`;
  const unknown = [...parts.keys()].find((name) => !readParts.has(name));
  if (unknown) return `${unknown.slice(0, 40)} is not supported`;
  return withParts(unit, parts);
}

const units = new Map<string, RecurrenceRule["unit"]>([
  ["DAILY", "day"],
  ["WEEKLY", "week"],
  ["MONTHLY", "month"],
  ["YEARLY", "year"],
]);
const readParts = new Set([
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "BYDAY",
  "BYMONTH",
  "BYMONTHDAY",
  "BYSETPOS",
  "WKST",
]);

function withParts(
  unit: RecurrenceRule["unit"],
  parts: ReadonlyMap<string, string>,
): RecurrenceRule | string {
  const interval = wholeNumber(parts.get("INTERVAL") ?? "1", maxInterval);
  if (interval === null) return `INTERVAL must be 1 to ${maxInterval}`;
  const end = readEnd(parts);
  if (typeof end === "string") return end;
  const days = readWeekdays(parts.get("BYDAY"));
  if (days === null) return "BYDAY must be days of the week, such as MO,WE or 2TU,-1FR";
  const isByMonth = unit === "month" || unit === "year";
  if (!isByMonth && days.numberedWeekdays.length > 0) return "BYDAY has numbers only by months or years";
  const months = readNumbers(parts.get("BYMONTH"), { least: 1, most: 12 });
  if (months === null) return "BYMONTH must be 1 to 12";
  const monthDays = readNumbers(parts.get("BYMONTHDAY"), { least: -31, most: 31 });
  if (monthDays === null) return "BYMONTHDAY must be 1 to 31 or -31 to -1";
  if (unit === "week" && monthDays.length > 0) return "BYMONTHDAY cannot be combined with FREQ=WEEKLY";
  const positions = readNumbers(parts.get("BYSETPOS"), { least: -366, most: 366 });
  if (positions === null) return "BYSETPOS must be 1 to 366 or -366 to -1";
  if (!isByMonth && positions.length > 0) return "BYSETPOS is supported only by months or years";
  const weekStart = dayNames.indexOf(parts.get("WKST") ?? "MO") + 1;
  if (weekStart === 0) return "WKST must be a day of the week, such as MO";
  return { unit, interval, ...end, ...days, months, monthDays, positions, weekStart };
}

function readEnd(parts: ReadonlyMap<string, string>): Pick<RecurrenceRule, "count" | "until"> | string {
  const counted = parts.get("COUNT");
  const count = counted === undefined ? null : wholeNumber(counted, maxCount);
  if (counted !== undefined && count === null) return `COUNT must be 1 to ${maxCount}`;
  const end = parts.get("UNTIL");
  const until = end === undefined ? null : untilOf(end);
  if (end !== undefined && until === null)
    return "UNTIL must be YYYYMMDD or YYYYMMDDTHHMMSS, optionally with Z";
  if (count !== null && until !== null) return "COUNT and UNTIL cannot be combined";
  return { count, until };
}

function readWeekdays(
  text: string | undefined,
): Pick<RecurrenceRule, "weekdays" | "numberedWeekdays"> | null {
  const weekdays: number[] = [];
  const numberedWeekdays: NumberedWeekday[] = [];
  for (const part of text?.split(",") ?? []) {
    const [, number, name] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(part) ?? [];
    const weekday = dayNames.indexOf(name ?? "") + 1;
    const place = number === undefined ? null : Number(number);
    if (weekday === 0 || place === 0 || Math.abs(place ?? 1) > 53) return null;
    if (place === null) weekdays.push(weekday);
    else numberedWeekdays.push({ weekday, place });
  }
  return { weekdays, numberedWeekdays };
}

/** A list of whole numbers within bounds, without 0; null when it is none. */
function readNumbers(
  text: string | undefined,
  { least, most }: { least: number; most: number },
): number[] | null {
  const parts = text?.split(",") ?? [];
  const numbers = parts.map((part) => (/^[+-]?\d{1,3}$/.test(part) ? Number(part) : 0));
  return numbers.every((one) => one !== 0 && one >= least && one <= most) ? numbers : null;
}

/** The date of `YYYYMMDD`, or null when it is invalid. */
export function dateOfDigits(digits: string): string | null {
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;
  const at = Date.parse(`${date}T00:00:00.000Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? null : date;
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
