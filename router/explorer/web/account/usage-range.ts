/** How far back a dashboard looks. */
export const ranges = ["24 hours", "7 days", "30 days"] as const;
export type Range = (typeof ranges)[number];

const dayMs = 86_400_000;

/** What a question about usage says of its time. */
export interface RangeVariables extends Record<string, unknown> {
  granularity: "hour" | "day";
  from?: string;
}

/** The variables of a range that ends now; the same all day long, so that what is known need not be asked again. */
export function variablesOf(range: Range, now: Date): RangeVariables {
  if (range === "24 hours") return { granularity: "hour" };
  const back = range === "7 days" ? 6 : 29;
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return { granularity: "day", from: new Date(today - back * dayMs).toISOString() };
}

/** From the first of this month (UTC) on. */
export function monthToDate(now: Date): RangeVariables {
  return {
    granularity: "day",
    from: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString(),
  };
}
