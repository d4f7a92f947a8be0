import type { GreenScore } from "../green-score/green-score.ts";
import type { ScoreInput } from "../properties/property.types.ts";
import { scoreOn, type ScoreBasis } from "./score-basis.ts";

/** A result together with all its inputs. */
export interface ExplainedScore {
  readonly input: ScoreInput;
  readonly basis: ScoreBasis;
}

/** Contribution of each cause to the change of a number; they sum to the change. */
export interface Attribution {
  readonly data: number;
  readonly freshness: number;
  readonly method: number;
  readonly reference: number;
}

/**
 * Attributes the change of a score's number: the later result is reached in four steps from the earlier one, each
 * computed again (its data, then its day, then its method, then its tables), and each step's part is the change of the
 * shown number in it. So the parts sum to the change exactly, in the decimals of the shown number. Pure.
 */
export function attributeChange(
  before: ExplainedScore,
  after: ExplainedScore,
  part: keyof GreenScore,
): Attribution {
  const steps: ExplainedScore[] = [before];
  const step = (basis: Partial<ScoreBasis>) =>
    steps.push({ input: after.input, basis: { ...steps.at(-1)!.basis, ...basis } });
  step({});
  step({ asOf: after.basis.asOf });
  step({ method: after.basis.method });
  step({ referenceVersion: after.basis.referenceVersion });
  const values = steps.map(({ input, basis }) => scoreOn(basis, input).greenScore[part]);
  const scale = part === "confidence" ? 1000 : 10;
  const [data, freshness, method, reference] = values
    .slice(1)
    .map((value, index) => Math.round((value - values[index]!) * scale) / scale);
  return { data: data!, freshness: freshness!, method: method!, reference: reference! };
}
