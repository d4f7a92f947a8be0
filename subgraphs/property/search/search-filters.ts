import { readBoundingBox, readPoint } from "./areas.ts";
import { normalisedLine } from "./normalise.ts";
import { regionCodeOf, wantedCity } from "./places.ts";
import type { PropertyFilterArgs, Sort } from "./search.types.ts";

/** An SQL condition under construction, with its parameters in their order. */
export class SqlCondition {
  readonly values: unknown[] = [];
  readonly #parts: string[] = [];

  /** Adds a part to the condition; `bind` returns the placeholder of a value. */
  and(part: (bind: (value: unknown) => string) => string): this {
    this.#parts.push(part((value) => `$${this.values.push(value)}`));
    return this;
  }

  copy(): SqlCondition {
    const copy = new SqlCondition();
    copy.values.push(...this.values);
    copy.#parts.push(...this.#parts);
    return copy;
  }

  /** Whether the condition has no parts, so every row fulfils it. */
  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  get sql(): string {
    return this.#parts.length === 0 ? "true" : this.#parts.map((part) => `(${part})`).join(" AND ");
  }
}

/** The properties that pass every given filter. An unknown value passes no filter on it. */
export function toFilter(filters: PropertyFilterArgs): SqlCondition {
  const condition = new SqlCondition();
  addPlaces(condition, filters);
  addKinds(condition, filters);
  addRange(condition, "overall", filters.minScore, filters.maxScore);
  addRange(condition, "confidence", filters.minConfidence, null);
  addRange(condition, "completeness", filters.minCompleteness, null);
  addRange(condition, "floor_area", filters.minFloorArea, filters.maxFloorArea);
  addRange(condition, "year_built", filters.yearBuiltFrom, filters.yearBuiltTo);
  return condition;
}

function addPlaces(
  condition: SqlCondition,
  { region, city, bbox, near, radiusKm }: PropertyFilterArgs,
): void {
  if (isGiven(region)) {
    const codes = region.split(",").flatMap((one) => regionCodeOf(one) ?? []);
    condition.and((bind) => `region = ANY(${bind(codes)})`);
  }
  if (isGiven(city)) {
    const wanted = wantedCity(city);
    if (wanted === null) condition.and(() => "false");
    else condition.and((bind) => `city = ${bind(wanted)} OR neighborhood = ${bind(wanted)}`);
  }
  const box = isGiven(bbox) ? readBoundingBox(bbox) : null;
  if (box) {
    condition.and((bind) => `latitude BETWEEN ${bind(box.south)} AND ${bind(box.north)}`);
    const [join, { west, east }] = [box.west <= box.east ? "AND" : "OR", box];
    condition.and((bind) => `longitude >= ${bind(west)} ${join} longitude <= ${bind(east)}`);
  }
  const centre = isGiven(near) ? readPoint(near) : null;
  if (centre && isGiven(radiusKm)) {
    // A degree of latitude is 111.19 km everywhere; the index narrows by it, the exact distance decides.
    const degrees = radiusKm / 111;
    const { latitude, longitude } = centre;
    condition.and((bind) => `latitude BETWEEN ${bind(latitude - degrees)} AND ${bind(latitude + degrees)}`);
    condition.and(
      (bind) =>
        `distance_km(${bind(latitude)}, ${bind(longitude)}, latitude, longitude) <= ${bind(radiusKm)}`,
    );
  }
}

function addKinds(condition: SqlCondition, { type, subtype }: PropertyFilterArgs): void {
  if (isGiven(type)) condition.and((bind) => `type = ANY(${bind(type.split(",").map((one) => one.trim()))})`);
  // Some subtype names contain commas.
  if (isGiven(subtype))
    condition.and((bind) => `subtype = ANY(${bind([subtype, ...subtype.split(",")].map(normalisedLine))})`);
}

function addRange(
  condition: SqlCondition,
  column: string,
  least: number | null | undefined,
  most: number | null | undefined,
): void {
  if (isGiven(least)) condition.and((bind) => `${column} >= ${bind(least)}`);
  if (isGiven(most)) condition.and((bind) => `${column} <= ${bind(most)}`);
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

/** The SQL order of a sort; relevance is not a column, so ties of relevance are ordered by id. */
export function toOrder(sort: Sort): string {
  const orders: Record<Sort, string> = {
    relevance: "id",
    overall: "overall, id",
    "-overall": "overall DESC, id",
    name: "sort_name, id",
    floorArea: "floor_area, id",
    yearBuilt: "year_built, id",
  };
  return orders[sort];
}
