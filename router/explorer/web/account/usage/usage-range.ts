/** How far back a dashboard looks. */
export const ranges = ["24 hours", "7 days", "30 days"] as const;
export type Range = (typeof ranges)[number];

const dayMs = 86_400_000;

/** What a question about usage says of its time. */
export interface RangeVariables extends Record<string, unknown> {
  granularity: "hour" | "day";
  from?: string;
}

/** The variables of a range that ends now: whole days before today, or the last hours; the same all day long. */
export function variablesOf(range: Range, now: Date): RangeVariables {
  if (range === "24 hours") return { granularity: "hour" };
  const back = range === "7 days" ? 7 : 30;
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return { granularity: "day", from: new Date(today - back * dayMs).toISOString() };
}

/** What of the days of a range lies in the month (UTC) of `now`; the 30 days before today reach that far. */
export function inMonth<Point extends { at: string }>(points: readonly Point[], now: Date): Point[] {
  const month = now.toISOString().slice(0, 7);
  return points.filter(({ at }) => at.startsWith(month));
}
