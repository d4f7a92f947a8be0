import type { HoursInterval } from "../availability/slots.ts";

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

interface Position {
  start: number;
  end: number;
}

/** Positions of the intervals in the week, in minutes; Sunday night wraps to Monday. */
export function weekPositions(intervals: readonly (HoursInterval & { weekday: number })[]): Position[] {
  return intervals.flatMap(({ weekday, from, to }) => {
    const start = (weekday - 1) * dayMinutes + from;
    const end = (weekday - 1) * dayMinutes + (to > from ? to : to + dayMinutes);
    if (end <= weekMinutes) return [{ start, end }];
    return [
      { start, end: weekMinutes },
      { start: 0, end: end - weekMinutes },
    ];
  });
}

/** True when two of them share a minute. */
export function hasOverlap(positions: readonly Position[]): boolean {
  const sorted = positions.toSorted((a, b) => a.start - b.start);
  return sorted.some((one, index) => index > 0 && one.start < sorted[index - 1]!.end);
}
