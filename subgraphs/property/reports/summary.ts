import { LOW_CONFIDENCE } from "../green-score/caveats.ts";
import { roundHalfUp } from "../green-score/rounding.ts";
import type { RankedProperty, ReportItem, ReportSummary, ScoreFigures } from "./report.types.ts";

const SHOWN_AT_ENDS = 5;

/** Figures of all properties of a report. Scores have two decimals, shares three. Needs at least one item. */
export function summarise(items: readonly ReportItem[]): ReportSummary {
  const figures = (read: (item: ReportItem) => number) => figuresOf(items, read);
  const byOverall = items.toSorted(
    (a, b) => b.greenScore.overall - a.greenScore.overall || (a.propertyId < b.propertyId ? -1 : 1),
  );
  const share = (read: (item: ReportItem) => number) => roundHalfUp(mean(items.map(read)), 3);
  const areas = items.flatMap(({ grossFloorArea }) => grossFloorArea?.value ?? []);
  return {
    overall: figures(({ greenScore }) => greenScore.overall),
    pillars: {
      environmental: figures(({ greenScore }) => greenScore.environmental),
      social: figures(({ greenScore }) => greenScore.social),
      governance: figures(({ greenScore }) => greenScore.governance),
    },
    confidence: share(({ greenScore }) => greenScore.confidence),
    dataCompleteness: share(({ dataCompleteness }) => dataCompleteness),
    floorArea: {
      value: areas.length === 0 ? null : areas.reduce((sum, area) => sum + area, 0),
      unit: "ft2",
      knownFor: areas.length,
    },
    byType: countTypes(items),
    lowConfidence: items.filter(({ greenScore }) => greenScore.confidence < LOW_CONFIDENCE).length,
    best: byOverall.slice(0, SHOWN_AT_ENDS).map(toRanked),
    worst: byOverall.toReversed().slice(0, SHOWN_AT_ENDS).map(toRanked),
  };
}

function figuresOf(items: readonly ReportItem[], read: (item: ReportItem) => number): ScoreFigures {
  const values = items.map(read);
  let weighed = 0;
  let weight = 0;
  for (const item of items) {
    const area = item.grossFloorArea?.value ?? 0;
    weighed += area * read(item);
    weight += area;
  }
  return {
    mean: roundHalfUp(mean(values), 2),
    areaWeightedMean: weight === 0 ? null : roundHalfUp(weighed / weight, 2),
    min: Math.min(...values),
    max: Math.max(...values),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function countTypes(items: readonly ReportItem[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of items) counts.set(type, (counts.get(type) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function toRanked({ propertyId, name, greenScore }: ReportItem): RankedProperty {
  return { propertyId, name, overall: greenScore.overall };
}
