import { recordOfInputs } from "../green-score/inputs-hash.ts";
import { propertyNotFound } from "../properties/properties.service.ts";
import type { PropertyContext } from "../property.context.ts";
import { attributeChange, type ExplainedScore } from "./attribution.ts";
import { basisOf } from "./score-basis.ts";
import type { HistoricScore, ScoreHistory, ScoreHistoryArgs } from "./score-history.types.ts";
import { listStoredScores, type StoredScore } from "./score.rows.ts";
import { subtractScores } from "./what-if.service.ts";

/**
 * The stored results of a property, newest first, each with the causes of its difference from the one before. Throws
 * PROPERTY_NOT_FOUND.
 */
export async function readScoreHistory(ctx: PropertyContext, args: ScoreHistoryArgs): Promise<ScoreHistory> {
  const { propertyId, page, pageSize } = args;
  if ((await ctx.loaders.scores.load(propertyId)) === null) throw propertyNotFound();
  const offset = (page - 1) * pageSize;
  // One more than the page shows, because its last result is compared with the one before.
  const { scores, total } = await listStoredScores(ctx, propertyId, { limit: pageSize + 1, offset });
  const shown = scores.slice(0, pageSize);
  return {
    propertyId,
    scores: shown.map((score, place) => toHistoric(score, scores[place + 1] ?? null, ctx.clock.now())),
    total,
    page,
    pageSize,
    hasMore: offset + shown.length < total,
  };
}

function toHistoric(score: StoredScore, before: StoredScore | null, now: Date): HistoricScore {
  const { asOf, inputs: _inputs, ...facts } = score;
  const compared = before && { before: explain(before, now), after: explain(score, now) };
  return {
    ...facts,
    asOf: asOf.date,
    change: before && subtractScores(score.greenScore, before.greenScore),
    attribution: compared && attributeChange(compared.before, compared.after, "overall"),
    confidenceAttribution: compared && attributeChange(compared.before, compared.after, "confidence"),
  };
}

function explain(stored: StoredScore, now: Date): ExplainedScore {
  return {
    input: recordOfInputs(stored.inputs),
    basis: basisOf({ method: null, asOf: null }, stored, now),
  };
}
