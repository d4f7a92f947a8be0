import { validationError } from "../../../src/errors.ts";
import { presentAddress } from "../properties/present-property.ts";
import type { Property } from "../properties/property.entity.ts";
import type { PropertyContext } from "../property.context.ts";
import { encodeCursor, nameSearch, readCursor } from "./page-cursor.ts";
import { toOrder, toPredicate } from "./search-filters.ts";
import { searchProperties, suggestProperties } from "./search-properties.ts";
import type { PropertyHit, SearchSnapshot } from "./search-snapshot.ts";
import type {
  PropertyFilterArgs,
  PropertyPage,
  PropertySuggestions,
  SearchPropertiesArgs,
} from "./search.types.ts";

/** How far pages can be counted by number; beyond, a cursor goes on. */
const LAST_NUMBERED = 10_000;

/**
 * One page of the properties that match. All pages of one state of the data are a partition of the result, and `total`
 * is the same on each. Throws VALIDATION_ERROR, and INVALID_CURSOR for a cursor of another search or state.
 */
export async function findProperties(
  ctx: PropertyContext,
  args: SearchPropertiesArgs,
): Promise<PropertyPage> {
  const { page, pageSize, cursor, ...filters } = args;
  refuseContradictions(args);
  const snapshot = await ctx.ports.snapshots.current(ctx.em);
  const key = keyOf(filters);
  const hits = snapshot.results.get(key, () => search(snapshot, filters));
  const { version } = snapshot;
  const from = { version, search: nameSearch(key) };
  const offset = cursor ? readCursor(cursor, from) : (page - 1) * pageSize;
  const shown = hits.slice(offset, offset + pageSize);
  const end = offset + pageSize;
  const hasMore = end < hits.length;
  return {
    properties: shown.map(toProperty),
    total: hits.length,
    sources: [...new Set(shown.flatMap((hit) => hit.sources))].sort(),
    page: cursor ? Math.floor(offset / pageSize) + 1 : page,
    pageSize,
    hasMore,
    nextCursor: hasMore ? encodeCursor({ ...from, offset: end }) : null,
  };
}

/** The ten best hits at most for what is being typed. */
export async function suggest(ctx: PropertyContext, q: string): Promise<PropertySuggestions> {
  const { index } = await ctx.ports.snapshots.current(ctx.em);
  return { suggestions: suggestProperties(index, q) };
}

function search({ index }: SearchSnapshot, filters: PropertyFilterArgs): readonly PropertyHit[] {
  const q = filters.q ?? null;
  const sort = filters.sort ?? (q === null ? "-overall" : "relevance");
  return searchProperties(index, { q, accept: toPredicate(filters), compare: toOrder(sort) }).documents;
}

/** Equal for equal searches, whatever the order of the arguments. */
function keyOf(filters: PropertyFilterArgs): string {
  const given = Object.entries(filters).filter(([, value]) => value !== null && value !== undefined);
  return JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function refuseContradictions({ page, pageSize, cursor, near, radiusKm }: SearchPropertiesArgs): void {
  const fault = (path: string, message: string, rule: string) => ({ path, message, rule });
  const faults = [];
  if (cursor && page > 1) faults.push(fault("page", "cannot be given together with cursor", "single"));
  if (!cursor && page * pageSize > LAST_NUMBERED) {
    const limit = LAST_NUMBERED.toLocaleString("en");
    faults.push(
      fault(
        "page",
        `times pageSize is at most ${limit}; go on with cursor, the nextCursor of a page`,
        "maximum",
      ),
    );
  }
  if (near && (radiusKm ?? null) === null)
    faults.push(fault("radiusKm", "is required with near", "required"));
  if (!near && (radiusKm ?? null) !== null)
    faults.push(fault("near", "is required with radiusKm", "required"));
  if (faults.length > 0) throw validationError(faults);
}

function toProperty(hit: PropertyHit): Property {
  const { id, name, type, subtype, sources, greenScore, dataCompleteness } = hit;
  return {
    id,
    name,
    type,
    subtype,
    address: presentAddress(hit),
    greenScore,
    dataCompleteness,
    sources,
    units: "imperial",
  };
}
