import { DomainError } from "../../../src/errors.ts";
import { propertyNotFound } from "../properties/properties.service.ts";
import type { PropertyContext } from "../property.context.ts";
import { basisOf, isOnBasis, readWanted, scoreOn, type ScoreBasis } from "./score-basis.ts";
import { MOST_BULK_IDS, type BulkScore, type BulkScores, type BulkScoresArgs } from "./scoring.types.ts";
import { loadScoredProperties, type ScoredProperty, type StoredScore } from "./score.rows.ts";

/**
 * Scores up to 50 properties in the way of the single score. One statement reads them all, from the same state of the
 * data, and all have the same basis. An unknown id fails alone. Throws TOO_MANY_IDS before anything is scored, and
 * VALIDATION_ERROR.
 */
export async function scoreInBulk(ctx: PropertyContext, args: BulkScoresArgs): Promise<BulkScores> {
  const requested = args.propertyIds.length;
  refuseTooMany(requested);
  const now = ctx.clock.now();
  const wanted = readWanted(args, now);
  const ids = [...new Set(args.propertyIds)];
  const properties = await loadScoredProperties(ctx, ids);
  const basis = basisOf(wanted, newestOf(properties), now);
  const results = ids.map((id, place) => toResult(id, properties[place] ?? null, basis));
  const scored = results.filter(({ status }) => status === "scored").length;
  return {
    results,
    requested,
    scored,
    failed: results.length - scored,
    methodVersion: basis.method.version,
    referenceVersion: basis.referenceVersion,
    asOf: basis.asOf.date,
    calculatedAt: now,
  };
}

/** Throws TOO_MANY_IDS for more than 50 ids, repeated ones included. */
function refuseTooMany(received: number): void {
  if (received <= MOST_BULK_IDS) return;
  const message = `Too many property IDs (${received} given, at most ${MOST_BULK_IDS}). Split them into several requests.`;
  throw new DomainError("TOO_MANY_IDS", message, { max: MOST_BULK_IDS, received });
}

/**
 * All stored results have the same basis, except during the switch to a new year or method: then the newer one counts.
 */
function newestOf(properties: readonly (ScoredProperty | null)[]): StoredScore | null {
  let newest: StoredScore | null = null;
  for (const property of properties) {
    const latest = property?.latest ?? null;
    if (latest !== null && (newest === null || latest.calculatedAt > newest.calculatedAt)) newest = latest;
  }
  return newest;
}

function toResult(propertyId: string, property: ScoredProperty | null, basis: ScoreBasis): BulkScore {
  if (property === null) {
    const { code, message } = propertyNotFound();
    const none = { greenScore: null, dataCompleteness: null, interval: null };
    return { propertyId, status: "error", ...none, error: { code, error: message } };
  }
  const { latest } = property;
  const { greenScore, dataCompleteness, interval } =
    latest !== null && isOnBasis(latest, basis) ? latest : scoreOn(basis, property.input);
  return { propertyId, status: "scored", greenScore, dataCompleteness, interval, error: null };
}
