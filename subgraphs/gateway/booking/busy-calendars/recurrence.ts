import type { RecurrenceRule, Until } from "./recurrence-rule.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The dates of a rule, in order, without those before `from` and after `to`; COUNT counts from `start` on. A start that
 * does not fit the rule is not one of its dates. The calling code applies `until`, which has a time of day.
 */
export function* datesOf(
  rule: RecurrenceRule,
  start: string,
  { from, to }: { from: string; to: string },
): Generator<string> {
  const [first, near, far] = [dayNumber(start), dayNumber(from), dayNumber(to)];
  const isByMonth = rule.unit === "month" || rule.unit === "year";
  let left = rule.count ?? Infinity;
  // Without COUNT, dates before `from` need not be generated.
  const begin = rule.count === null ? Math.max(near, first) : first;
  for (const day of (isByMonth ? monthlyDays : weeklyDays)(rule, { first, begin, far })) {
    if (day < first) continue;
    if (left-- <= 0 || day > far) return;
    if (day >= near) yield dateOf(day);
  }
}

/** From which day on a rule is read, and up to which one; `first` is its start. */
interface Reach {
  first: number;
  begin: number;
  far: number;
}

/** The days of a rule by days or weeks, in order; some may be before its start. */
function* weeklyDays(rule: RecurrenceRule, { first, begin, far }: Reach): Generator<number> {
  const { unit, interval, weekStart } = rule;
  const step = unit === "day" ? interval : 7 * interval;
  const origin = unit === "day" ? first : first - ((weekdayOfNumber(first) - weekStart + 7) % 7);
  const offsets = offsetsOf(rule, first);
  const skipped = Math.max(0, Math.floor((begin - origin) / step));
  for (let period = origin + skipped * step; period <= far && offsets.size > 0; period += step) {
    const weekday = weekdayOfNumber(period);
    for (const offset of unit === "day" ? (offsets.has(weekday) ? [0] : []) : offsets)
      if (isListed(rule, period + offset)) yield period + offset;
  }
}

/** Whether a day by days or weeks is in a month, and on a day of it, that the rule lists. */
function isListed({ months, monthDays }: RecurrenceRule, day: number): boolean {
  if (months.length === 0 && monthDays.length === 0) return true;
  const { year, month, dayOfMonth } = partsOf(day);
  if (months.length > 0 && !months.includes(month)) return false;
  return monthDays.length === 0 || isMonthDay(monthDays, dayOfMonth, daysIn(year, month));
}

/** The days of a rule by months or years, in order; some may be before its start. */
function* monthlyDays(rule: RecurrenceRule, { first, begin, far }: Reach): Generator<number> {
  const { unit, interval, positions } = rule;
  const start = partsOf(first);
  const near = partsOf(begin);
  const passed = unit === "year" ? near.year - start.year : monthsBetween(start, near);
  for (let step = Math.max(0, Math.floor(passed / interval)) * interval; ; step += interval) {
    const month = unit === "year" ? 1 : ((start.month - 1 + step) % 12) + 1;
    const year = start.year + (unit === "year" ? step : Math.floor((start.month - 1 + step) / 12));
    if (dayOf(year, month, 1) > far) return;
    const days = unit === "year" ? daysOfYear(rule, year, start) : daysOfMonth(rule, { year, month }, start);
    const isChosen = (_day: number, place: number) =>
      positions.includes(place + 1) || positions.includes(place - days.length);
    yield* positions.length === 0 ? days : days.filter(isChosen);
  }
}

interface DateParts {
  year: number;
  month: number;
  dayOfMonth: number;
}

function daysOfYear(rule: RecurrenceRule, year: number, start: DateParts): number[] {
  const { months, monthDays, weekdays, numberedWeekdays } = rule;
  const isByWeekday = weekdays.length + numberedWeekdays.length > 0;
  // Without a month, numbers of weekdays count within the year.
  if (isByWeekday && months.length === 0 && monthDays.length === 0) {
    const [first, last] = [dayOf(year, 1, 1), dayOf(year, 12, 31)];
    return daysFrom(first, last).filter((day) => isWeekday(rule, day, { first, last }));
  }
  const usual = monthDays.length > 0 ? allMonths : [start.month];
  const wanted = months.length > 0 ? allMonths.filter((month) => months.includes(month)) : usual;
  return wanted.flatMap((month) => daysOfMonth(rule, { year, month }, start));
}

/** RFC 5545, 3.3.10: days of the month and weekdays limit each other; without both, it is the day of the start. */
function daysOfMonth(
  rule: RecurrenceRule,
  { year, month }: { year: number; month: number },
  start: DateParts,
): number[] {
  const { months, monthDays, weekdays, numberedWeekdays } = rule;
  if (months.length > 0 && !months.includes(month)) return [];
  const length = daysIn(year, month);
  const first = dayOf(year, month, 1);
  const isByWeekday = weekdays.length + numberedWeekdays.length > 0;
  if (monthDays.length === 0 && !isByWeekday)
    return start.dayOfMonth <= length ? [first + start.dayOfMonth - 1] : [];
  const last = first + length - 1;
  return daysFrom(first, last).filter(
    (day) =>
      (monthDays.length === 0 || isMonthDay(monthDays, day - first + 1, length)) &&
      (!isByWeekday || isWeekday(rule, day, { first, last })),
  );
}

/** True when a day has one of the rule's weekdays, or is the numbered weekday of its month or year. */
function isWeekday(
  { weekdays, numberedWeekdays }: RecurrenceRule,
  day: number,
  { first, last }: { first: number; last: number },
): boolean {
  const weekday = weekdayOfNumber(day);
  if (weekdays.includes(weekday)) return true;
  const fromStart = Math.floor((day - first) / 7) + 1;
  const fromEnd = -Math.floor((last - day) / 7) - 1;
  return numberedWeekdays.some(
    (one) => one.weekday === weekday && (one.place === fromStart || one.place === fromEnd),
  );
}

function isMonthDay(monthDays: readonly number[], dayOfMonth: number, length: number): boolean {
  return monthDays.includes(dayOfMonth) || monthDays.includes(dayOfMonth - length - 1);
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

/**
 * By week: how many days after its beginning; by day: the weekdays that count. None when no date can ever
 * fit.
 */
function offsetsOf({ unit, interval, weekdays, weekStart }: RecurrenceRule, first: number): Set<number> {
  const days = weekdays.length > 0 || unit === "day" ? weekdays : [weekdayOfNumber(first)];
  if (unit === "week") return new Set(days.map((day) => (day - weekStart + 7) % 7).sort((a, b) => a - b));
  const wanted = days.length > 0 ? days : [1, 2, 3, 4, 5, 6, 7];
  const reached = [0, 1, 2, 3, 4, 5, 6].map((period) => weekdayOfNumber(first + period * interval));
  return new Set(wanted.filter((day) => reached.includes(day)));
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

const allMonths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

function partsOf(day: number): DateParts {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate() };
}

function dayOf(year: number, month: number, dayOfMonth: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, dayOfMonth) / dayMs;
}

function daysIn(year: number, month: number): number {
  return dayOf(year, month + 1, 1) - dayOf(year, month, 1);
}

function monthsBetween(from: DateParts, to: DateParts): number {
  return (to.year - from.year) * 12 + to.month - from.month;
}

function daysFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
