/** Calendar windows, in UTC. */
export type CalendarKind = "hour" | "day" | "month";

/** A period in milliseconds since the epoch: from `start` to just before `end`. */
export interface Period {
  start: number;
  end: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The hour, day or month that contains this moment. */
export function periodAt(kind: CalendarKind, now: number): Period {
  if (kind === "month") return monthAt(now);
  const length = kind === "hour" ? hourMs : dayMs;
  const start = Math.floor(now / length) * length;
  return { start, end: start + length };
}

let lastMonth: Period = { start: 0, end: 0 };

function monthAt(now: number): Period {
  if (now >= lastMonth.start && now < lastMonth.end) return lastMonth;
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  lastMonth = { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
  return lastMonth;
}
