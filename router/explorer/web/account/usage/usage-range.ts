/** Time range of a dashboard. */
export const ranges = ["24 hours", "7 days", "30 days"] as const;
export type Range = (typeof ranges)[number];

const dayMs = 86_400_000;

/** Time variables of a usage query. */
export interface RangeVariables extends Record<string, unknown> {
  granularity: "hour" | "day";
  from?: string;
}

/** Variables of a range that ends now: whole days before today, or the last hours. Constant for a whole day. */
export function variablesOf(range: Range, now: Date): RangeVariables {
  if (range === "24 hours") return { granularity: "hour" };
  const back = range === "7 days" ? 7 : 30;
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return { granularity: "day", from: new Date(today - back * dayMs).toISOString() };
}

/** The days of a range within the month (UTC) of `now`. The 30 days before today may reach into the previous month. */
export function inMonth<Point extends { at: string }>(points: readonly Point[], now: Date): Point[] {
  const month = now.toISOString().slice(0, 7);
  return points.filter(({ at }) => at.startsWith(month));
}
