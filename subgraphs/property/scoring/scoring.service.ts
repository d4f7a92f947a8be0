import { propertyNotFound } from "../properties/properties.service.ts";
import type { PropertyContext } from "../property.context.ts";
import { presentScore } from "./present-score.ts";
import type { PropertyScore } from "./property-score.types.ts";
import { basisOf, isOnBasis, readWanted, scoreOn } from "./score-basis.ts";
import type { PropertyScoreArgs, ScoreFieldArgs } from "./scoring.types.ts";

/**
 * The Green Score of one property, with its inputs. Without a day and a method it is the stored result, which searches
 * show too. Throws PROPERTY_NOT_FOUND, and VALIDATION_ERROR.
 */
export async function readPropertyScore(
  ctx: PropertyContext,
  args: PropertyScoreArgs,
): Promise<PropertyScore> {
  const score = await findPropertyScore(ctx, args.propertyId, args);
  if (score === null) throw propertyNotFound();
  return score;
}

/** The same, or null when the property does not exist. A stored result keeps the time of its calculation. */
export async function findPropertyScore(
  ctx: PropertyContext,
  propertyId: string,
  args: ScoreFieldArgs,
): Promise<PropertyScore | null> {
  const now = ctx.clock.now();
  const wanted = readWanted(args, now);
  const property = await ctx.loaders.scores.load(propertyId);
  if (property === null) return null;
  const { latest, sources } = property;
  const basis = basisOf(wanted, latest, now);
  return presentScore({
    propertyId,
    result: scoreOn(basis, { ...property.input, sources }),
    asOf: basis.asOf,
    calculatedAt: latest !== null && isOnBasis(latest, basis) ? latest.calculatedAt : now,
    sources,
    withBreakdown: args.include !== "none",
  });
}
