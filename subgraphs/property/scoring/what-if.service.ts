import { validationError } from "../../../src/errors.ts";
import type { GreenScore } from "../green-score/green-score.ts";
import { propertyNotFound } from "../properties/properties.service.ts";
import type { PropertyContext } from "../property.context.ts";
import { presentScore } from "./present-score.ts";
import { basisOf, readWanted, scoreOn } from "./score-basis.ts";
import { applyChanges } from "./what-if.ts";
import type { ScoreWhatIf, ScoreWhatIfArgs } from "./what-if.types.ts";

/**
 * The score of a property with other figures, by the function that computes all scores. Stores nothing. Throws
 * PROPERTY_NOT_FOUND, and VALIDATION_ERROR with every fault of the changes.
 */
export async function computeWhatIf(ctx: PropertyContext, args: ScoreWhatIfArgs): Promise<ScoreWhatIf> {
  const now = ctx.clock.now();
  const wanted = readWanted(args, now);
  const property = await ctx.loaders.scores.load(args.propertyId);
  if (property === null) throw propertyNotFound();
  const basis = basisOf(wanted, property.latest, now);
  const { record, changes, faults } = applyChanges(property.input, args.changes, basis.asOf.year);
  if (faults.length > 0) throw validationError([...faults]);
  const { sources, id: propertyId } = property;
  const [current, changed] = [property.input, record].map((input) =>
    presentScore({
      propertyId,
      result: scoreOn(basis, { ...input, sources }),
      asOf: basis.asOf,
      calculatedAt: now,
      sources,
      withBreakdown: true,
    }),
  );
  const difference = subtractScores(changed!.greenScore, current!.greenScore);
  return { propertyId, changes, current: current!, changed: changed!, difference };
}

/** The difference of two shown scores, exact in their decimals. */
export function subtractScores(after: GreenScore, before: GreenScore): GreenScore {
  const score = (part: keyof GreenScore) => Math.round((after[part] - before[part]) * 10) / 10;
  return {
    overall: score("overall"),
    environmental: score("environmental"),
    social: score("social"),
    governance: score("governance"),
    confidence: Math.round((after.confidence - before.confidence) * 1000) / 1000,
  };
}
