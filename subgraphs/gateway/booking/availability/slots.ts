import { addDays, localDate } from "../../../../src/time/local-date.ts";
import { momentsAround, momentsOf, momentsOn, weekdayOf, type MinuteOfDay } from "../../base/wall-clock.ts";

const minuteMs = 60_000;

/** A stretch of a local day; an end at or before its beginning is on the next day. */
export interface HoursInterval {
  from: MinuteOfDay;
  to: MinuteOfDay;
}

/** When a provider works, by the clock of their zone. */
export interface WorkingHours {
  timezone: string;
  /** Weekly hours, the newest first; those of the first that is in force on a date hold. */
  weekly: readonly { effectiveFrom: string; intervals: readonly (HoursInterval & { weekday: number })[] }[];
  /** Overrides by date; an empty list means closed. */
  overrides: ReadonlyMap<string, readonly HoursInterval[]>;
}

/** The properties of a service that determine its slots, in minutes. */
export interface SlotShape {
  durationMin: number;
  slotStepMin: number;
  bufferBeforeMin: number;
  bufferAfterMin: number;
  capacity: number;
}

/** From the first moment up to, and without, the second; epoch milliseconds. */
export interface Stretch {
  start: number;
  end: number;
}

/** A booking or hold that takes a provider's time, buffers included. */
export interface TakenTime extends Stretch {
  sessionKey: string;
  partySize: number;
}

/** The intervals of one date. */
export function intervalsOn(date: string, hours: WorkingHours): readonly HoursInterval[] {
  const override = hours.overrides.get(date);
  if (override) return override;
  const weekday = weekdayOf(date);
  const inForce = hours.weekly.find(({ effectiveFrom }) => effectiveFrom <= date);
  return inForce?.intervals.filter((interval) => interval.weekday === weekday) ?? [];
}

/**
 * Every start that the working hours give within a stretch, in order and without repeats. Starts are steps of
 * the wall clock: what a spring change skips is no start, what an autumn change shows twice is two. A start
 * counts when the whole duration fits before the interval ends, in true minutes.
 */
export function startsWithin(
  within: Stretch,
  hours: WorkingHours,
  shape: Pick<SlotShape, "durationMin" | "slotStepMin">,
): number[] {
  const starts = new Set<number>();
  const last = localDate(new Date(within.end), hours.timezone);
  // An interval of the day before may pass midnight.
  let date = addDays(localDate(new Date(within.start), hours.timezone), -1);
  for (; date <= last; date = addDays(date, 1)) {
    for (const interval of intervalsOn(date, hours)) addStarts(starts, date, interval, hours.timezone, shape);
  }
  return [...starts].filter((at) => at >= within.start && at < within.end).sort((a, b) => a - b);
}

/**
 * The time of an interval of a local day. Where clocks skip its beginning it begins when they go on; where
 * they skip or repeat its end, it ends with the later reading.
 */
export function stretchOf(date: string, { from, to }: HoursInterval, zone: string): Stretch {
  const closing = to > from ? to : to + 24 * 60;
  let opening = from;
  while (momentsOf(date, opening, zone).length === 0) opening++;
  return { start: momentsOf(date, opening, zone)[0]!, end: closingOf(date, closing, zone) };
}

function closingOf(date: string, closing: MinuteOfDay, zone: string): number {
  return momentsOf(date, closing, zone).at(-1) ?? momentsAround(date, closing, zone)[1]!;
}

function addStarts(
  starts: Set<number>,
  date: string,
  { from, to }: HoursInterval,
  zone: string,
  { durationMin, slotStepMin }: Pick<SlotShape, "durationMin" | "slotStepMin">,
): void {
  const closing = to > from ? to : to + 24 * 60;
  const end = closingOf(date, closing, zone);
  const momentsAt = momentsOn(date, zone);
  for (let minute = from; minute < closing; minute += slotStepMin) {
    for (const at of momentsAt(minute)) {
      if (at + durationMin * minuteMs <= end) starts.add(at);
    }
  }
}

/** The time that a start takes of its provider, buffers included. */
export function blockOf(start: number, shape: SlotShape): Stretch {
  return {
    start: start - shape.bufferBeforeMin * minuteMs,
    end: start + (shape.durationMin + shape.bufferAfterMin) * minuteMs,
  };
}

/** Seats that are left at a start: 0 when the provider is away or busy with something else. */
export function seatsLeft(
  start: number,
  shape: SlotShape,
  sessionKey: string,
  { taken, away }: { taken: readonly TakenTime[]; away: readonly Stretch[] },
): number {
  const service = { start, end: start + shape.durationMin * minuteMs };
  if (away.some((one) => overlaps(one, service))) return 0;
  const block = blockOf(start, shape);
  let seats = shape.capacity;
  for (const one of taken) {
    if (one.sessionKey === sessionKey) seats -= one.partySize;
    else if (overlaps(one, block)) return 0;
  }
  return Math.max(0, seats);
}

/** True when two stretches share a moment. */
export function overlaps(one: Stretch, other: Stretch): boolean {
  return one.start < other.end && other.start < one.end;
}
