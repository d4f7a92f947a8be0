import { validationError } from "../../../src/errors.ts";
import { UsageGranularity, type EndpointUsage, type UsageCounts, type UsagePoint } from "./usage.types.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Widths of a point, how far back an open range reaches, and the longest range that may be asked for. */
const widths = {
  [UsageGranularity.hour]: { widthMs: hourMs, defaultMs: 24 * hourMs, maxMs: 31 * dayMs },
  [UsageGranularity.day]: { widthMs: dayMs, defaultMs: 30 * dayMs, maxMs: 366 * dayMs },
};

/** Whole hours or days (UTC): from the start of the first to before the end of the last. */
export interface UsageRange {
  from: Date;
  end: Date;
  widthMs: number;
}

/** Requests of one hour to one endpoint, as stored; `hour` in text. */
export interface UsageRow extends Omit<UsageCounts, "total"> {
  hour: string;
  endpoint: string;
}

/** The range of a question. Throws VALIDATION_ERROR for one that is empty, or longer than 31 days by hour, 366 by day. */
export function readRange(
  { from, to, granularity }: { from?: Date | null; to?: Date | null; granularity: UsageGranularity },
  now: Date,
): UsageRange {
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
  const start = floor(first.getTime(), widthMs);
  return { from: new Date(start), end: new Date(floor(last.getTime(), widthMs) + widthMs), widthMs };
}

/** One point for every hour or day of the range, oldest first. */
export function seriesOf(rows: readonly UsageRow[], { from, end, widthMs }: UsageRange): UsagePoint[] {
  const points = new Map<number, UsagePoint>();
  for (let at = from.getTime(); at < end.getTime(); at += widthMs) {
    points.set(at, { at: new Date(at), ...zeros() });
  }
  for (const row of rows) {
    const point = points.get(floor(new Date(row.hour).getTime(), widthMs));
    if (point) add(point, row);
  }
  return [...points.values()];
}

/** One entry for every endpoint that was used, most used first. */
export function endpointsOf(rows: readonly UsageRow[]): EndpointUsage[] {
  const byEndpoint = new Map<string, EndpointUsage>();
  for (const row of rows) {
    const known = byEndpoint.get(row.endpoint) ?? { endpoint: row.endpoint, ...zeros() };
    byEndpoint.set(row.endpoint, known);
    add(known, row);
  }
  return [...byEndpoint.values()].sort((a, b) => b.total - a.total || a.endpoint.localeCompare(b.endpoint));
}

type Counts = { [Name in keyof UsageCounts]: number };

function zeros(): Counts {
  return { total: 0, ok: 0, clientError: 0, serverError: 0, rateLimited: 0 };
}

function add(counts: Counts, { ok, clientError, serverError, rateLimited }: UsageRow): void {
  counts.ok += ok;
  counts.clientError += clientError;
  counts.serverError += serverError;
  counts.rateLimited += rateLimited;
  counts.total += ok + clientError + serverError + rateLimited;
}

function floor(ms: number, widthMs: number): number {
  return Math.floor(ms / widthMs) * widthMs;
}
