import { localDate, addDays } from "../../../../src/time/local-date.ts";
import type { Stretch } from "../availability/slots.ts";
import { nameOf, readEvent, type CalendarEvent } from "./calendar-event.ts";
import type { CalendarComponent } from "./calendar-text.ts";
import { endOf, momentOf, zoneNames, type CalendarTime } from "./calendar-time.ts";
import { datesOf, isWithin } from "./recurrence.ts";

/** A stretch of time that an event of a calendar takes. */
export interface BusyTime extends Stretch {
  uid: string;
  summary: string | null;
}

/** An event whose times are not known. */
export interface NotUnderstood {
  uid: string | null;
  summary: string | null;
  reason: string;
}

/** Events that take no time here, by why. */
export interface LeftOut {
  free: number;
  cancelled: number;
  /** Older versions of an event that the calendar has in a newer one. */
  superseded: number;
  withoutLength: number;
  /** Those of which nothing lies within the wanted time. */
  outside: number;
}

export interface ReadCalendar {
  busy: BusyTime[];
  notUnderstood: NotUnderstood[];
  leftOut: LeftOut;
}

/**
 * Busy periods of a calendar within a range, in order of time. Each event is imported, skipped for a counted reason, or
 * reported as not understood. `zone` applies to times without a zone. Returns null above the maximum number of periods.
 */
export function busyTimesOf(
  calendars: readonly CalendarComponent[],
  { zone, within, most }: { zone: string; within: Stretch; most: number },
): ReadCalendar | null {
  const leftOut: LeftOut = { free: 0, cancelled: 0, superseded: 0, withoutLength: 0, outside: 0 };
  const { events, notUnderstood } = readAll(calendars, zone, within);
  const newest = newestOf(events);
  leftOut.superseded = events.length - newest.length;
  const replaced = Map.groupBy(
    newest.filter(({ replaces }) => replaces !== null),
    ({ uid }) => uid,
  );
  const busy: BusyTime[] = [];
  for (const event of newest) {
    const reason = whyNone(event);
    if (reason) {
      leftOut[reason]++;
      continue;
    }
    const before = busy.length;
    const instead = event.replaces ? [] : (replaced.get(event.uid) ?? []).map(({ replaces }) => replaces!);
    for (const stretch of stretchesOf(event, instead, within)) {
      if (busy.length === most) return null;
      busy.push({ ...stretch, uid: event.uid, summary: event.summary });
    }
    if (busy.length === before) leftOut.outside++;
  }
  return { busy: busy.sort((a, b) => a.start - b.start || a.end - b.end), notUnderstood, leftOut };
}

function readAll(calendars: readonly CalendarComponent[], zone: string, within: Stretch) {
  const reading = { zone, zones: zoneNames(calendars, { local: zone, within }) };
  const events: CalendarEvent[] = [];
  const notUnderstood: NotUnderstood[] = [];
  for (const component of calendars.flatMap(({ components }) => components)) {
    if (component.name === "VFREEBUSY")
      notUnderstood.push({ ...nameOf(component), reason: "VFREEBUSY is not supported" });
    if (component.name !== "VEVENT") continue;
    const event = readEvent(component, reading);
    if (typeof event === "string") notUnderstood.push({ ...nameOf(component), reason: event });
    else events.push(event);
  }
  return { events, notUnderstood };
}

/** The newest of events with the same UID and recurrence ID. */
function newestOf(events: readonly CalendarEvent[]): CalendarEvent[] {
  const byName = new Map<string, CalendarEvent>();
  for (const event of events) {
    const name = `${event.replaces ? momentOf(event.replaces) : ""} ${event.uid}`;
    const known = byName.get(name);
    if (!known || event.sequence >= known.sequence) byName.set(name, event);
  }
  return [...byName.values()];
}

function whyNone({ isCancelled, isBusy, length }: CalendarEvent): keyof LeftOut | null {
  if (isCancelled) return "cancelled";
  if (!isBusy) return "free";
  return length.days === 0 && length.ms === 0 ? "withoutLength" : null;
}

function* stretchesOf(
  event: CalendarEvent,
  replaced: readonly CalendarTime[],
  within: Stretch,
): Generator<Stretch> {
  const [moments, dates] = [new Set<number>(), new Set<string>()];
  for (const time of [...event.left, ...replaced]) {
    // A date alone leaves out whatever begins on it.
    if (time.time === null) dates.add(time.date);
    else moments.add(momentOf(time));
  }
  for (const begin of beginningsOf(event, within)) {
    const start = momentOf(begin);
    if (start >= within.end || moments.has(start) || dates.has(begin.date)) continue;
    const end = endOf(begin, event.length);
    if (end > within.start && end > start) yield { start, end };
    // The same start may occur twice: from the rule and listed separately.
    moments.add(start);
  }
}

function* beginningsOf(
  { begin, length, rule, added }: CalendarEvent,
  within: Stretch,
): Generator<CalendarTime> {
  yield begin;
  yield* added;
  if (!rule) return;
  // A first time that does not fit its rule is one of the times that are counted.
  const fits = [...datesOf(rule, begin.date, { from: begin.date, to: begin.date })].length > 0;
  const counted = fits || rule.count === null ? rule : { ...rule, count: rule.count - 1 };
  const reach = (length.days + 2) * 24 * 60 * 60 * 1000 + length.ms;
  const near = localDate(new Date(Math.max(0, within.start - reach)), begin.zone);
  const far = addDays(localDate(new Date(within.end), begin.zone), 1);
  for (const date of datesOf(counted, begin.date, { from: near, to: far })) {
    const one = { ...begin, date };
    const shown = { date, time: begin.time ?? "00:00:00", at: momentOf(one) };
    if (!isWithin(rule.until, shown)) return;
    yield one;
  }
}
