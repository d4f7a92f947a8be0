import { validationError } from "../errors.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Widths of a point, the default length of an open range, and the longest allowed range. */
const widths = {
  hour: { widthMs: hourMs, defaultMs: 24 * hourMs, maxMs: 31 * dayMs },
  day: { widthMs: dayMs, defaultMs: 30 * dayMs, maxMs: 366 * dayMs },
};

/** Whole hours or days (UTC): from the start of the first to before the end of the last. */
export interface UsageRange {
  from: Date;
  end: Date;
  widthMs: number;
}

/** The time parameters of a usage query; omitted ones have a default. */
export interface AskedRange {
  from?: Date | null;
  to?: Date | null;
  granularity: keyof typeof widths;
}

/** The range of a question. Throws VALIDATION_ERROR for one that is empty, or longer than 31 days by hour, 366 by day. */
export function readRange({ from, to, granularity }: AskedRange, now: Date): UsageRange {
  const { widthMs, defaultMs, maxMs } = widths[granularity];
  const last = to ?? now;
  const first = from ?? new Date(last.getTime() - defaultMs + widthMs);
  const lengthMs = last.getTime() - first.getTime();
  if (lengthMs < 0)
    throw validationError([{ path: "from", message: "must not be after to", rule: "maximum" }]);
  if (lengthMs > maxMs) {
    const message = `must be at most ${maxMs / dayMs} days before to`;
    throw validationError([{ path: "from", message, rule: "minimum" }]);
  }
  const start = pointOf(first, widthMs);
  return { from: new Date(start), end: new Date(pointOf(last, widthMs) + widthMs), widthMs };
}

/** Starts of all hours or days of a range in milliseconds, oldest first. */
export function pointsOf({ from, end, widthMs }: UsageRange): number[] {
  const count = (end.getTime() - from.getTime()) / widthMs;
  return Array.from({ length: count }, (_, index) => from.getTime() + index * widthMs);
}

/** Start of the hour or day (UTC) of a moment, in milliseconds. */
export function pointOf(at: Date, widthMs: number): number {
  return Math.floor(at.getTime() / widthMs) * widthMs;
}
