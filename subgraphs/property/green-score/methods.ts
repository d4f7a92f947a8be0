import type { ScorableProperty, ScoreResult } from "./green-score.ts";
import { scoreProperty } from "./green-score.ts";
import { METHOD_VERSION } from "./method.ts";
import { CURRENT_REFERENCE } from "./reference.ts";
import type { ScoreReference } from "./reference.types.ts";

/** One published method. It stays callable for ever, whatever method follows it. */
export interface ScoreMethod {
  /** Semantic version: another major version gives other numbers for the same input. */
  readonly version: string;
  /** Version of the reference tables that it uses. */
  readonly referenceVersion: string;
  score(record: ScorableProperty, asOfYear: number, reference: ScoreReference): ScoreResult;
}

/** Every method that was published, newest first. */
export const SCORE_METHODS: readonly [ScoreMethod, ...ScoreMethod[]] = [
  { version: METHOD_VERSION, referenceVersion: CURRENT_REFERENCE, score: scoreProperty },
];

export const CURRENT_METHOD: ScoreMethod = SCORE_METHODS[0];

/** The method of a version, or null when none was published under it. */
export function findMethod(version: string): ScoreMethod | null {
  return SCORE_METHODS.find((method) => method.version === version) ?? null;
}
