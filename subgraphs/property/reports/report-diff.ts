import { roundHalfUp } from "../green-score/rounding.ts";
import type { ReportDiff, ReportItem, ReportSummary } from "./report.types.ts";

/** Input of a diff. */
export interface ReportState {
  readonly items: readonly ReportItem[];
  readonly summary: ReportSummary;
}

/** Differences of `after` from `before`. Both have the same properties, except those that are no longer published. */
export function compareReports(before: ReportState, after: ReportState): ReportDiff {
  const now = new Map(after.items.map((item) => [item.propertyId, item.greenScore.overall]));
  const kept = before.items.flatMap(({ propertyId, greenScore }) => {
    const overall = now.get(propertyId);
    return overall === undefined ? [] : [{ propertyId, before: greenScore.overall, after: overall }];
  });
  const changed = kept.filter((pair) => pair.before !== pair.after).map(withChange);
  const means = { before: before.summary.overall.mean, after: after.summary.overall.mean };
  return {
    ...withChange(means),
    changed,
    unchanged: kept.length - changed.length,
    removed: before.items.map(({ propertyId }) => propertyId).filter((id) => !now.has(id)),
  };
}

function withChange<T extends { before: number; after: number }>(pair: T): T & { change: number } {
  return { ...pair, change: roundHalfUp(pair.after - pair.before, 2) };
}
