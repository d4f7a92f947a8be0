import { Temporal } from "temporal-polyfill";

/** Time of day in minutes after midnight, up to 2,880 (two days later). */
export type MinuteOfDay = number;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const fixedOffsets = new Map<string, number | null>();

/** True for an IANA time zone that this runtime knows. */
export function isTimezone(name: string): boolean {
  try {
    // Offsets such as "+02:00" are not time zones: they have no daylight-saving rules.
    return /^[A-Za-z]/.test(name) && Temporal.Now.zonedDateTimeISO(name).timeZoneId.length > 0;
  } catch {
    return false;
  }
}

/** Parses "09:30" into minutes. Expects a valid text. */
export function minutesOf(time: string): MinuteOfDay {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Formats minutes as "09:30". */
export function timeOf(minute: MinuteOfDay): string {
  const part = (value: number) => String(value).padStart(2, "0");
  return `${part(Math.floor(minute / 60) % 24)}:${part(minute % 60)}`;
}

/**
 * Instants (epoch milliseconds) of a local date and minute in `zone`, earliest first: none in a daylight-saving gap,
 * two in an overlap.
 */
export function momentsOf(date: string, minute: MinuteOfDay, zone: string): number[] {
  return momentsOn(date, zone)(minute);
}

/** `momentsOf` for many minutes of one date: the date is looked up once. */
export function momentsOn(date: string, zone: string): (minute: MinuteOfDay) => number[] {
  const fixed = fixedOffsetOf(date, zone);
  if (fixed === null) return (minute) => momentsNearChange(date, minute, zone);
  const midnight = Date.parse(`${date}T00:00:00.000Z`) - fixed;
  return (minute) => [midnight + minute * minuteMs];
}

function momentsNearChange(date: string, minute: MinuteOfDay, zone: string): number[] {
  const asUtc = Date.parse(`${date}T00:00:00.000Z`) + minute * minuteMs;
  const { earlier, later } = readingsOf(asUtc, zone);
  if (earlier === later) return [earlier];
  return showsMinute(earlier, asUtc, zone) ? [earlier, later] : [];
}

/** For a local time in a daylight-saving gap: the instants by the offset before and after the change. */
export function momentsAround(date: string, minute: MinuteOfDay, zone: string): number[] {
  const { earlier, later } = readingsOf(Date.parse(`${date}T00:00:00.000Z`) + minute * minuteMs, zone);
  return [earlier, later];
}

/** Local date and time of an instant in `zone`. `fold` is 1 for the second occurrence in an overlap. */
export function wallClockOf(at: number, zone: string): { date: string; time: string; fold: 0 | 1 } {
  // Days from a change of clocks there is one offset, and nothing occurs twice.
  const fixed = fixedOffsetOf(new Date(at).toISOString().slice(0, 10), zone);
  if (fixed !== null) {
    const shown = new Date(at + fixed).toISOString();
    return { date: shown.slice(0, 10), time: shown.slice(11, 16), fold: 0 };
  }
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const first = zoned.toPlainDateTime().toZonedDateTime(zone, { disambiguation: "earlier" });
  const fold = first.epochMilliseconds < zoned.epochMilliseconds ? 1 : 0;
  const text = zoned.toPlainDateTime().toString();
  return { date: text.slice(0, 10), time: text.slice(11, 16), fold };
}

/** The day of the week of a date: 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00.000Z`).getUTCDay() || 7;
}

/** Start of a date in `zone`, even where it is not midnight. */
export function startOfDate(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

function readingsOf(asUtc: number, zone: string): { earlier: number; later: number } {
  const plain = Temporal.PlainDateTime.from(new Date(asUtc).toISOString().slice(0, -1));
  const read = (disambiguation: "earlier" | "later") =>
    plain.toZonedDateTime(zone, { disambiguation }).epochMilliseconds;
  return { earlier: read("earlier"), later: read("later") };
}

function showsMinute(at: number, asUtc: number, zone: string): boolean {
  return at + offsetAt(at, zone) === asUtc;
}

/** UTC offset of a date and the next day, or null near a change. Avoids calendar lookups on most days. */
function fixedOffsetOf(date: string, zone: string): number | null {
  const key = `${zone} ${date}`;
  const known = fixedOffsets.get(key);
  if (known !== undefined) return known;
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  const [before, between, after] = [
    midnight - dayMs,
    midnight + dayMs,
    midnight + 3 * dayMs + 14 * hourMs,
  ].map((at) => offsetAt(at, zone));
  const fixed = before === after && between === after ? after! : null;
  if (fixedOffsets.size > 20_000) fixedOffsets.clear();
  fixedOffsets.set(key, fixed);
  return fixed;
}

function offsetAt(at: number, zone: string): number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return offsetNanoseconds / 1e6;
}
