import { propertyOf, textOf, type CalendarComponent } from "./calendar-text.ts";
import {
  lengthOf,
  momentOf,
  timesOf,
  type CalendarLength,
  type CalendarTime,
  type ZoneNames,
} from "./calendar-time.ts";
import { parseRecurrence, type RecurrenceRule } from "./recurrence-rule.ts";

/** The parts of a VEVENT that determine busy time. */
export interface CalendarEvent {
  uid: string;
  sequence: number;
  /** Title of the event; null when it is private. */
  summary: string | null;
  /** False when it takes no time (TRANSP:TRANSPARENT). */
  isBusy: boolean;
  isCancelled: boolean;
  begin: CalendarTime;
  length: CalendarLength;
  rule: RecurrenceRule | null;
  /** Additional starts (RDATE) and excluded ones (EXDATE). */
  added: CalendarTime[];
  left: CalendarTime[];
  /** The original start of the single occurrence that this event replaces (RECURRENCE-ID). */
  replaces: CalendarTime | null;
}

interface Reading {
  /** Time zone of times without one. */
  zone: string;
  zones: ZoneNames;
}

/** Reads an event; returns a message when a part is not understood, so that nothing is guessed. */
export function readEvent(component: CalendarComponent, reading: Reading): CalendarEvent | string {
  const [broken] = component.brokenLines;
  if (broken !== undefined) return `line ${broken} is not a valid calendar line`;
  if (propertyOf(component, "EXRULE")) return "EXRULE is not supported";
  const begin = oneTime(component, "DTSTART", reading);
  if (begin === null) return "DTSTART is missing";
  if (typeof begin === "string") return begin;
  const length = readLength(component, begin, reading);
  if (typeof length === "string") return length;
  const text = propertyOf(component, "RRULE")?.value;
  const rule = text === undefined ? null : parseRecurrence(text);
  if (typeof rule === "string") return `RRULE: ${rule}`;
  // Counting begins at the start, and costs time for each year.
  if (rule !== null && rule.count !== null && begin.date < "1970") return "RRULE: COUNT begins before 1970";
  if (component.properties.filter(({ name }) => name === "RRULE").length > 1)
    return "RRULE occurs more than once";
  const added = allTimes(component, "RDATE", reading);
  if (typeof added === "string") return added;
  const left = allTimes(component, "EXDATE", reading);
  if (typeof left === "string") return left;
  const replaces = oneTime(component, "RECURRENCE-ID", reading);
  if (typeof replaces === "string") return replaces;
  if (propertyOf(component, "RECURRENCE-ID")?.parameters.has("RANGE")) return "RANGE is not supported";
  return { ...factsOf(component), begin, length, rule, added, left, replaces };
}

/** UID and title of an event, whether or not its times are understood. */
export function nameOf(component: CalendarComponent): { uid: string | null; summary: string | null } {
  const uid = propertyOf(component, "UID")?.value.slice(0, 255);
  return { uid: uid || null, summary: textOf(component, "SUMMARY")?.slice(0, 500) || null };
}

function factsOf(component: CalendarComponent) {
  const word = (name: string) => propertyOf(component, name)?.value.toUpperCase();
  const isOpen = (word("CLASS") ?? "PUBLIC") === "PUBLIC";
  const { uid, summary } = nameOf(component);
  const sequence = Number(word("SEQUENCE") ?? 0);
  return {
    // Without a UID it is known by what it says.
    uid: uid ?? `${propertyOf(component, "DTSTART")!.value} ${summary ?? ""}`.slice(0, 255),
    sequence: Number.isSafeInteger(sequence) ? sequence : 0,
    summary: isOpen ? summary : null,
    isBusy: word("TRANSP") !== "TRANSPARENT",
    isCancelled: word("STATUS") === "CANCELLED",
  };
}

function oneTime(
  component: CalendarComponent,
  name: string,
  { zone, zones }: Reading,
): CalendarTime | string | null {
  const property = propertyOf(component, name);
  if (!property) return null;
  const times = timesOf(property, zone, zones);
  if (typeof times === "string") return times;
  return times.length === 1 ? times[0]! : `${name} must be one time`;
}

function allTimes(
  component: CalendarComponent,
  name: string,
  { zone, zones }: Reading,
): CalendarTime[] | string {
  const all: CalendarTime[] = [];
  for (const property of component.properties.filter((one) => one.name === name)) {
    if (property.value === "") continue;
    const times = timesOf(property, zone, zones);
    if (typeof times === "string") return times;
    for (const time of times) all.push(time);
  }
  return all;
}

/** By RFC 5545, 3.6.1: a date without an end is a day, a time without one takes no time. */
function readLength(
  component: CalendarComponent,
  begin: CalendarTime,
  reading: Reading,
): CalendarLength | string {
  const given = propertyOf(component, "DURATION")?.value;
  const end = oneTime(component, "DTEND", reading);
  if (typeof end === "string") return end;
  if (given !== undefined && end !== null) return "DTEND and DURATION cannot be combined";
  if (given !== undefined) return lengthOf(given) ?? `DURATION is none: ${given.slice(0, 40)}`;
  if (end === null) return { days: begin.time === null ? 1 : 0, ms: 0 };
  if ((end.time === null) !== (begin.time === null))
    return "DTSTART and DTEND must both be dates or both be times";
  // With DTEND every occurrence has the exact duration of the first; dates count days.
  if (end.time !== null) return { days: 0, ms: Math.max(0, momentOf(end) - momentOf(begin)) };
  return {
    days: Math.max(0, (Date.parse(end.date) - Date.parse(begin.date)) / (24 * 60 * 60 * 1000)),
    ms: 0,
  };
}
