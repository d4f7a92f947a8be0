import type { ScorableProperty, ScoreResult } from "../green-score/green-score.ts";
import { CURRENT_METHOD, findMethod, type ScoreMethod } from "../green-score/methods.ts";
import { loadReference } from "../green-score/reference.ts";
import { endOf, readAsOf, readMethod, type AsOf } from "./as-of.ts";
import type { StoredScore } from "./score.rows.ts";

/** The inputs of a score besides its property: the same property and basis give the same score. */
export interface ScoreBasis {
  readonly method: ScoreMethod;
  readonly referenceVersion: string;
  readonly asOf: AsOf;
}

/** The requested basis; a null value means that of the stored result. */
export interface WantedBasis {
  readonly method: ScoreMethod | null;
  readonly asOf: AsOf | null;
}

/** Reads the requested basis. Throws VALIDATION_ERROR. */
export function readWanted(
  { asOf, methodVersion }: { asOf?: string | null; methodVersion?: string | null },
  now: Date,
): WantedBasis {
  return {
    method: methodVersion ? readMethod(methodVersion) : null,
    asOf: asOf ? readAsOf(asOf, now) : null,
  };
}

/** The basis of a score: the requested values, else the stored result's, else today's. */
export function basisOf(wanted: WantedBasis, latest: StoredScore | null, now: Date): ScoreBasis {
  const asOf = wanted.asOf ?? latest?.asOf ?? endOf(now.getUTCFullYear());
  if (wanted.method === null && latest !== null) {
    const method = findMethod(latest.methodVersion);
    if (method !== null) return { method, referenceVersion: latest.referenceVersion, asOf };
  }
  const method = wanted.method ?? CURRENT_METHOD;
  return { method, referenceVersion: method.referenceVersion, asOf };
}

/** Whether a stored result is the score on this basis. Methods use the year of a day only. */
export function isOnBasis(stored: StoredScore, { method, referenceVersion, asOf }: ScoreBasis): boolean {
  return (
    stored.asOf.year === asOf.year &&
    stored.methodVersion === method.version &&
    stored.referenceVersion === referenceVersion
  );
}

export function scoreOn(
  { method, referenceVersion, asOf }: ScoreBasis,
  record: ScorableProperty,
): ScoreResult {
  return method.score(record, asOf.year, loadReference(referenceVersion));
}
