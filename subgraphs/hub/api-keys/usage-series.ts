import { pointOf, pointsOf, type UsageRange } from "../../../src/time/usage-range.ts";
import type { EndpointUsage, UsageCounts, UsagePoint } from "./usage.types.ts";

/** Requests of one hour to one endpoint, as stored; `hour` in text. */
export interface UsageRow extends Omit<UsageCounts, "total"> {
  hour: string;
  endpoint: string;
}

export type Counts = { [Name in keyof UsageCounts]: number };

/** One point for every hour or day of the range, oldest first. */
export function seriesOf(rows: readonly UsageRow[], range: UsageRange): UsagePoint[] {
  const points = new Map(pointsOf(range).map((at) => [at, { at: new Date(at), ...zeros() }]));
  for (const row of rows) {
    const point = points.get(pointOf(new Date(row.hour), range.widthMs));
    if (point) add(point, row);
  }
  return [...points.values()];
}

/** One entry for every endpoint that was used, most used first. */
export function endpointsOf(rows: readonly UsageRow[]): EndpointUsage[] {
  const byEndpoint = countsBy(rows, ({ endpoint }) => endpoint);
  return [...byEndpoint]
    .map(([endpoint, counts]) => ({ endpoint, ...counts }))
    .sort((a, b) => b.total - a.total || a.endpoint.localeCompare(b.endpoint));
}

/** Requests by a name that each row has. */
export function countsBy<Row extends UsageRow>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const row of rows) {
    const known = counts.get(nameOf(row)) ?? zeros();
    counts.set(nameOf(row), known);
    add(known, row);
  }
  return counts;
}

/** No requests at all. */
export function zeros(): Counts {
  return { total: 0, ok: 0, clientError: 0, serverError: 0, rateLimited: 0 };
}

function add(counts: Counts, { ok, clientError, serverError, rateLimited }: UsageRow): void {
  counts.ok += ok;
  counts.clientError += clientError;
  counts.serverError += serverError;
  counts.rateLimited += rateLimited;
  counts.total += ok + clientError + serverError + rateLimited;
}
