import { Temporal } from "temporal-polyfill";

/** A time of day as minutes after midnight; up to 2,880, which is midnight of the day after next. */
export type MinuteOfDay = number;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const fixedOffsets = new Map<string, number | null>();

/** True for an IANA name that this runtime has the clock of. */
export function isTimezone(name: string): boolean {
  try {
    // Offsets such as "+02:00" are no zones: they know no rules.
    return /^[A-Za-z]/.test(name) && Temporal.Now.zonedDateTimeISO(name).timeZoneId.length > 0;
  } catch {
    return false;
  }
}

/** "09:30" as minutes. The text is known to be well formed. */
export function minutesOf(time: string): MinuteOfDay {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Minutes as "09:30". */
export function timeOf(minute: MinuteOfDay): string {
  const part = (value: number) => String(value).padStart(2, "0");
  return `${part(Math.floor(minute / 60) % 24)}:${part(minute % 60)}`;
}

/**
 * The moments (epoch milliseconds) at which clocks in `zone` show this minute of this date, earliest first: none where
 * they are put forward over it, two where they are put back.
 */
export function momentsOf(date: string, minute: MinuteOfDay, zone: string): number[] {
  const asUtc = Date.parse(`${date}T00:00:00.000Z`) + minute * minuteMs;
  const fixed = fixedOffsetOf(date, zone);
  if (fixed !== null) return [asUtc - fixed];
  const { earlier, later } = readingsOf(asUtc, zone);
  if (earlier === later) return [earlier];
  return showsMinute(earlier, asUtc, zone) ? [earlier, later] : [];
}

/** Where a time does not exist: what the clocks would show without the change, before it and after it. */
export function momentsAround(date: string, minute: MinuteOfDay, zone: string): number[] {
  const { earlier, later } = readingsOf(Date.parse(`${date}T00:00:00.000Z`) + minute * minuteMs, zone);
  return [earlier, later];
}

/** What clocks in `zone` show at a moment. `fold` is 1 when they show it for the second time. */
export function wallClockOf(at: number, zone: string): { date: string; time: string; fold: 0 | 1 } {
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

/** When a date begins in `zone`, also where that is not at midnight. */
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

/** The offset of a whole date and the day after it, or null where it changes near: most days need no calendar. */
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
