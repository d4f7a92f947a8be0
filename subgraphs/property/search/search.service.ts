import { z } from "zod";
import { invalidCursor, sharedCursors, type Cursors } from "../../../src/db/cursor.ts";
import { DomainError, validationError } from "../../../src/errors.ts";
import { presentAddress } from "../properties/present-property.ts";
import type { Property } from "../properties/property.entity.ts";
import type { PropertyContext } from "../property.context.ts";
import type { SearchSnapshot } from "./search-snapshot.ts";
import { readHits, readIds, type PropertyHit } from "./search.rows.ts";
import type {
  PropertyFilterArgs,
  PropertyPage,
  PropertySuggestions,
  SearchPropertiesArgs,
} from "./search.types.ts";
import { selectProperties } from "./select-properties.service.ts";
import { slicePage, type Selection } from "./selection.ts";

/** Last position that page numbers can reach; beyond it, only a cursor can. */
const LAST_NUMBERED = 10_000;

const SUGGESTED = 10;

/** Imports are minutes apart, so a search rarely overlaps one. */
const MOST_TRIES = 3;

/**
 * One page of the matching properties. All pages of one state of the data are a partition of the result, and `total` is
 * the same on each. Throws VALIDATION_ERROR, and INVALID_CURSOR for a cursor of another search or state.
 */
export async function findProperties(
  ctx: PropertyContext,
  args: SearchPropertiesArgs,
): Promise<PropertyPage> {
  const { page, pageSize, cursor, ...filters } = args;
  refuseContradictions(args);
  const key = keyOf(filters);
  return ofOneState(ctx, { isAskedFirst: Boolean(cursor) }, async (snapshot) => {
    const cursors = searchCursors(key);
    const after = cursors.decode(cursor);
    if (after && after[0] !== snapshot.version) throw dataChanged();
    const offset = after ? after[1] : (page - 1) * pageSize;
    const selection = await snapshot.results.get(key, () => selectProperties(ctx.em, snapshot, filters));
    const { version, hits } = await readPage(ctx, selection, { offset, limit: pageSize });
    const end = offset + pageSize;
    const hasMore = end < selection.total;
    const answer: PropertyPage = {
      properties: hits.map(toProperty),
      total: selection.total,
      sources: [...new Set(hits.flatMap((hit) => hit.sources))].sort(),
      page: cursor ? Math.floor(offset / pageSize) + 1 : page,
      pageSize,
      hasMore,
      nextCursor: hasMore ? cursors.encode([snapshot.version, end]) : null,
    };
    return { version, answer };
  });
}

/** At most the ten best suggestions for an unfinished query. */
export async function suggest(ctx: PropertyContext, q: string): Promise<PropertySuggestions> {
  return ofOneState(ctx, { isAskedFirst: false }, async (snapshot) => {
    const selection = await snapshot.results.get(keyOf({ q }), () =>
      selectProperties(ctx.em, snapshot, { q }),
    );
    const { version, hits } = await readPage(ctx, selection, { offset: 0, limit: SUGGESTED });
    const suggestions = hits.map(({ id, name, street, city, type }) => ({ id, name, street, city, type }));
    return { version, answer: { suggestions } };
  });
}

/**
 * Searches again when an import was published before or during the search, so that a response never mixes two states of
 * the data: the rows of a page come with their version. A cursor is checked against the published version, so with a
 * cursor that version is read first.
 */
async function ofOneState<T>(
  { em, ports }: PropertyContext,
  { isAskedFirst }: { isAskedFirst: boolean },
  search: (snapshot: SearchSnapshot) => Promise<{ version: string; answer: T }>,
): Promise<T> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const mayBeOld = tries === 1 && !isAskedFirst;
    const snapshot = mayBeOld ? await ports.snapshots.last(em) : await ports.snapshots.current(em);
    const { version, answer } = await search(snapshot);
    if (version === snapshot.version) return answer;
  }
  throw new DomainError("SERVICE_UNAVAILABLE", "The data is being updated. Try again in a moment.", {
    retryable: true,
  });
}

async function readPage(
  ctx: PropertyContext,
  selection: Selection,
  page: { offset: number; limit: number },
): Promise<{ version: string; hits: PropertyHit[] }> {
  const { ids, rest } = slicePage(selection, page);
  const others =
    selection.rest === null || rest === null || page.offset >= selection.total
      ? []
      : await readIds(ctx.em, selection.rest.where, { orderBy: selection.rest.orderBy, ...rest });
  return readHits(ctx.em, [...ids, ...others]);
}

/** End of a page: the version of the data, and the number of properties shown so far. */
const searchPosition = z.tuple([z.string().regex(/^\d{1,19}$/), z.int().min(0).max(999_999_999)]);

/** Properties are the same for every principal, so the cursors of a search are as well. */
function searchCursors(search: string): Cursors<z.infer<typeof searchPosition>> {
  return sharedCursors(["properties", search], searchPosition);
}

/** Pages of two versions of the data would overlap or leave gaps. */
function dataChanged(): DomainError {
  const message = "The data has changed since this cursor was created. Start again at the first page.";
  return invalidCursor(message, { reason: "data_changed" });
}

/** Equal for equal searches, independent of the order of the arguments. */
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
        `must not exceed ${limit} when multiplied by pageSize; use the nextCursor of a page as cursor instead`,
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
