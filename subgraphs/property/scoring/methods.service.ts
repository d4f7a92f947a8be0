import { DomainError } from "../../../src/errors.ts";
import { CURRENT_METHOD, findMethod, SCORE_METHODS, type ScoreMethod } from "../green-score/methods.ts";
import { loadReference } from "../green-score/reference.ts";
import { describeMethod, describeTables } from "./describe-method.ts";
import type { ScoringMethod, ScoringMethodArgs, ScoringMethods } from "./methods.types.ts";

/** Every published method, newest first. */
export function listMethods(): ScoringMethods {
  return { methods: SCORE_METHODS.map(summarise) };
}

/** Everything that scores by a method depend on. Throws NOT_FOUND for a version that was never published. */
export function readMethodDescription({ version, include }: ScoringMethodArgs): ScoringMethod {
  const method = findMethod(version);
  if (method === null)
    throw new DomainError("NOT_FOUND", "No scoring method with this version. List them with scoringMethods.");
  return {
    ...summarise(method),
    ...describeMethod(),
    tables: include === "none" ? null : describeTables(loadReference(method.referenceVersion)),
  };
}

function summarise(method: ScoreMethod) {
  const { version, referenceVersion } = method;
  return { version, referenceVersion, isCurrent: method === CURRENT_METHOD };
}
