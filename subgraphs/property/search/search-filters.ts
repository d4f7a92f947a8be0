import { isInBox, isNear, readBoundingBox, readPoint } from "./areas.ts";
import { normalisedLine } from "./normalise.ts";
import { cityMatcher, regionCodeOf } from "./places.ts";
import type { PropertyHit } from "./search-snapshot.ts";
import type { PropertyFilterArgs, Sort } from "./search.types.ts";

type Predicate = (hit: PropertyHit) => boolean;

/** Whether a property passes every filter that is given. A value that is unknown passes no filter on it. */
export function toPredicate(filters: PropertyFilterArgs): Predicate {
  const predicates = [...placeFilters(filters), ...kindFilters(filters), ...rangeFilters(filters)];
  return (hit) => predicates.every((passes) => passes(hit));
}

function* placeFilters({ region, city, bbox, near, radiusKm }: PropertyFilterArgs): Generator<Predicate> {
  if (isGiven(region)) {
    const codes = region.split(",").map(regionCodeOf);
    yield (hit) => hit.stateOrProvince !== null && codes.includes(hit.stateOrProvince);
  }
  if (isGiven(city)) yield cityMatcher(city);
  const box = isGiven(bbox) ? readBoundingBox(bbox) : null;
  if (box) yield (hit) => isInBox(hit, box);
  const centre = isGiven(near) ? readPoint(near) : null;
  if (centre && isGiven(radiusKm)) yield (hit) => isNear(hit, centre, radiusKm);
}

function* kindFilters({ type, subtype }: PropertyFilterArgs): Generator<Predicate> {
  if (isGiven(type)) {
    const types = new Set<string>(type.split(",").map((one) => one.trim()));
    yield (hit) => types.has(hit.type);
  }
  if (isGiven(subtype)) {
    // Some names of uses have commas themselves.
    const wanted = new Set([subtype, ...subtype.split(",")].map(normalisedLine));
    const known = new Map<string, boolean>();
    yield (hit) => {
      if (hit.subtype === null) return false;
      const before = known.get(hit.subtype);
      const isWanted = before ?? wanted.has(normalisedLine(hit.subtype));
      known.set(hit.subtype, isWanted);
      return isWanted;
    };
  }
}

function* rangeFilters(filters: PropertyFilterArgs): Generator<Predicate> {
  const ranges = [
    range(filters.minScore, filters.maxScore, (hit) => hit.greenScore.overall),
    range(filters.minConfidence, null, (hit) => hit.greenScore.confidence),
    range(filters.minCompleteness, null, (hit) => hit.dataCompleteness),
    range(filters.minFloorArea, filters.maxFloorArea, (hit) => hit.grossFloorArea),
    range(filters.yearBuiltFrom, filters.yearBuiltTo, (hit) => hit.yearBuilt),
  ];
  for (const predicate of ranges) if (predicate) yield predicate;
}

function range(
  least: number | null | undefined,
  most: number | null | undefined,
  read: (hit: PropertyHit) => number | null,
): Predicate | null {
  if (!isGiven(least) && !isGiven(most)) return null;
  const [low, high] = [least ?? -Infinity, most ?? Infinity];
  return (hit) => {
    const value = read(hit);
    return value !== null && value >= low && value <= high;
  };
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

/** The order that a sort asks for; undefined is relevance. Unknown values come last. Ties are settled by id. */
export function toOrder(sort: Sort): ((a: PropertyHit, b: PropertyHit) => number) | undefined {
  switch (sort) {
    case "relevance":
      return undefined;
    case "overall":
      return (a, b) => a.greenScore.overall - b.greenScore.overall;
    case "-overall":
      return (a, b) => b.greenScore.overall - a.greenScore.overall;
    case "name":
      return (a, b) => compareKnown(a.sortName, b.sortName);
    case "floorArea":
      return (a, b) => compareKnown(a.grossFloorArea, b.grossFloorArea);
    case "yearBuilt":
      return (a, b) => compareKnown(a.yearBuilt, b.yearBuilt);
  }
}

function compareKnown<T extends string | number>(a: T | null, b: T | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
