import { addDays } from "../../../../src/time/local-date.ts";
import { intervalsOn, stretchOf, type Stretch, type WorkingHours } from "../availability/slots.ts";
import { startOfDate } from "../../base/wall-clock.ts";

const minuteMs = 60_000;

/** An entry that takes a provider's time: shown from `start` to `end`, occupying all of `block`. */
export interface AgendaItem extends Stretch {
  kind: "booking" | "hold" | "blocked";
  block: Stretch;
}

/** A local day of a provider; stretches are epoch milliseconds, in order, and share no moment. */
export interface AgendaDay<Item extends AgendaItem> {
  day: Stretch;
  hours: Stretch[];
  /** Entries that overlap the day, including those that cross midnight. */
  items: Item[];
  /** Free working time, without buffers. */
  gaps: Stretch[];
  dayMinutes: number;
  workingMinutes: number;
  /** Working time taken by bookings. */
  bookedMinutes: number;
  /** Working time that is blocked. */
  blockedMinutes: number;
  gapMinutes: number;
  /** Booked per cent of the working time that is not blocked, with one decimal; null without any. */
  utilizationPercent: number | null;
}

/**
 * The day of a date by the clock of `zone`, which may have 23 or 25 hours. Working hours are by their own
 * clock, and reach into the day from the evening before.
 */
export function agendaDay<Item extends AgendaItem>(
  date: string,
  zone: string,
  hours: WorkingHours,
  all: readonly Item[],
): AgendaDay<Item> {
  const day = { start: startOfDate(date, zone), end: startOfDate(addDays(date, 1), zone) };
  const atWork = clipped(workingTime(date, hours), day);
  const items = all
    .filter((one) => one.start < day.end && day.start < one.end)
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const shared = (stretches: readonly Stretch[]) =>
    minutesOf(atWork.flatMap((one) => clipped(merged(stretches), one)));
  const ofKind = (kind: AgendaItem["kind"]) => items.filter((one) => one.kind === kind);
  const gaps = without(atWork, merged(all.map(({ block }) => block)));
  const [workingMinutes, blockedMinutes] = [minutesOf(atWork), shared(ofKind("blocked"))];
  const bookedMinutes = shared(ofKind("booking"));
  const open = workingMinutes - blockedMinutes;
  // Bookings made before the time was blocked count as open time.
  const used = minutesOf(
    without(
      merged(ofKind("booking")).flatMap((one) => clipped(atWork, one)),
      merged(ofKind("blocked")),
    ),
  );
  return {
    day,
    hours: atWork,
    items,
    gaps,
    dayMinutes: (day.end - day.start) / minuteMs,
    workingMinutes,
    bookedMinutes,
    blockedMinutes,
    gapMinutes: minutesOf(gaps),
    utilizationPercent: open > 0 ? Math.round((used / open) * 1_000) / 10 : null,
  };
}

/** Working time around a date. The day of another zone may begin a date earlier, and end a date later. */
function workingTime(date: string, hours: WorkingHours): Stretch[] {
  const around = [-2, -1, 0, 1].map((days) => addDays(date, days));
  const stretches = around.flatMap((one) =>
    intervalsOn(one, hours).map((interval) => stretchOf(one, interval, hours.timezone)),
  );
  return merged(stretches);
}

/** The same time in stretches that neither overlap nor touch, in order. */
export function merged(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const { start, end } of stretches
    .filter((one) => one.start < one.end)
    .sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** The parts within a stretch. */
export function clipped(stretches: readonly Stretch[], within: Stretch): Stretch[] {
  return stretches
    .map(({ start, end }) => ({ start: Math.max(start, within.start), end: Math.min(end, within.end) }))
    .filter(({ start, end }) => start < end);
}

/** The parts of the first that the second does not cover; both must be merged. */
export function without(stretches: readonly Stretch[], taken: readonly Stretch[]): Stretch[] {
  return stretches.flatMap((one) => {
    const left: Stretch[] = [];
    let { start } = one;
    for (const other of clipped(taken, one)) {
      if (other.start > start) left.push({ start, end: other.start });
      start = other.end;
    }
    return start < one.end ? [...left, { start, end: one.end }] : left;
  });
}

/** Their length together, in minutes. */
export function minutesOf(stretches: readonly Stretch[]): number {
  return Math.round(stretches.reduce((sum, { start, end }) => sum + end - start, 0) / minuteMs);
}
