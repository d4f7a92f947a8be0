import { Temporal } from "temporal-polyfill";
import { localDate } from "../../../../src/time/local-date.ts";
import type { Stretch } from "../availability/slots.ts";
import { propertyOf, type CalendarComponent } from "./calendar-text.ts";
import { datesOf, isWithin } from "./recurrence.ts";
import { dateOfDigits, parseRecurrence } from "./recurrence-rule.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Offsets are compared this often: no rule changes clocks for less. */
const sampleMs = 14 * dayMs;
const maxObservances = 100;
/** Long enough to find the change of clocks before a range. */
const reachMs = 800 * dayMs;

/** From a moment on, the offset from UTC in milliseconds. */
interface Onset {
  at: number;
  before: number;
  offset: number;
}

/**
 * The IANA zone whose clocks show the same as a VTIMEZONE's rules (RFC 5545, 3.6.5) throughout a range; `preferred` is tried first.
 * Null when there is none, or the rules are not understood, so that nothing is guessed.
 */
export function zoneByRules(
  zone: CalendarComponent,
  { preferred, within }: { preferred: string; within: Stretch },
): string | null {
  const observances = zone.components.filter(({ name }) => name === "STANDARD" || name === "DAYLIGHT");
  if (observances.length > maxObservances) return null;
  const onsets: Onset[] = [];
  for (const one of observances) {
    const found = onsetsOf(one, within);
    if (found === null) return null;
    for (const onset of found) onsets.push(onset);
  }
  if (onsets.length === 0) return null;
  onsets.sort((a, b) => a.at - b.at);
  const samples = samplesOf(onsets, within).map((at) => ({ at, offset: offsetBy(onsets, at) }));
  const isSame = (name: string) => samples.every(({ at, offset }) => offsetIn(name, at) === offset);
  return [preferred, ...Intl.supportedValuesOf("timeZone")].find(isSame) ?? null;
}

/** When an observance begins, as far as it matters to the range; null when it is not understood. */
function onsetsOf(observance: CalendarComponent, within: Stretch): Onset[] | null {
  const valueOf = (name: string) => propertyOf(observance, name)?.value ?? "";
  const start = localTime(valueOf("DTSTART"));
  const [before, offset] = [offsetOf(valueOf("TZOFFSETFROM")), offsetOf(valueOf("TZOFFSETTO"))];
  if (start === null || before === null || offset === null) return null;
  const momentOf = (date: string, time: string) => Date.parse(`${date}T${time}Z`) - before;
  const moments = [momentOf(start.date, start.time)];
  for (const { value } of observance.properties.filter(({ name }) => name === "RDATE"))
    for (const text of value.split(",")) {
      const added = localTime(text);
      if (added === null) return null;
      moments.push(momentOf(added.date, added.time));
    }
  const text = propertyOf(observance, "RRULE")?.value;
  const rule = text === undefined ? null : parseRecurrence(text);
  if (typeof rule === "string" || (rule !== null && rule.count !== null)) return null;
  if (rule !== null) {
    // A rule that has ended decides by its last time.
    const near = rule.until === null ? dateOf(within.start - reachMs) : start.date;
    for (const date of datesOf(rule, start.date, { from: near, to: dateOf(within.end + dayMs) })) {
      const at = momentOf(date, start.time);
      if (!isWithin(rule.until, { date, time: start.time, at })) break;
      moments.push(at);
    }
  }
  return moments.map((at) => ({ at, before, offset }));
}

/** Moments at which clocks are compared: around each change, and regularly. */
function samplesOf(onsets: readonly Onset[], { start, end }: Stretch): number[] {
  const samples = onsets.flatMap(({ at }) => [at - 1, at]).filter((at) => at >= start && at < end);
  for (let at = start; at < end; at += sampleMs) samples.push(at);
  return samples.sort((a, b) => a - b);
}

function offsetBy(onsets: readonly Onset[], at: number): number {
  return onsets.findLast((onset) => onset.at <= at)?.offset ?? onsets[0]!.before;
}

function offsetIn(zone: string, at: number): number {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
}

function localTime(text: string): { date: string; time: string } | null {
  const match = /^(\d{8})T([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/.exec(text.trim());
  const date = match && dateOfDigits(match[1]!);
  return date ? { date, time: `${match[2]}:${match[3]}:${match[4]}` } : null;
}

/** Milliseconds of `+0200`, or null when it is none. */
function offsetOf(text: string): number | null {
  const match = /^([+-])(\d{2})([0-5]\d)([0-5]\d)?$/.exec(text.trim());
  if (!match) return null;
  const [, sign, hours, minutes, seconds = "0"] = match;
  const ms = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -ms : ms;
}

const dateOf = (at: number) => localDate(new Date(Math.max(0, at)), "UTC");
