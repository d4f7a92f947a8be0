import type { GeneratedPlan } from "./generate-plan.ts";

/** The use of a shape on which code is generated: most documents that are used once never come back. */
const generatingUse = 2;

/** Runs without a result after which generated code is not tried for a while: an outage costs each run twice. */
const maxFailures = 10;
const restingRuns = 1_000;

/** The generated code of one shape: made when it pays, and left alone while it gives up on every run. */
export class GeneratedShape {
  #make: (() => GeneratedPlan | null) | null;
  readonly #generatingUse: number;
  #plan: GeneratedPlan | null = null;
  #uses = 0;
  #failures = 0;
  #resting = 0;

  constructor(make: () => GeneratedPlan | null, onUse = generatingUse) {
    this.#make = make;
    this.#generatingUse = onUse;
  }

  /** The code to try; null when the general executor runs the operation at once. */
  choose(): GeneratedPlan | null {
    if (this.#resting > 0) {
      this.#resting--;
      return null;
    }
    if (this.#make && ++this.#uses >= this.#generatingUse) {
      this.#plan = this.#make();
      this.#make = null;
    }
    return this.#plan;
  }

  /** Notes whether the code made the response. */
  note(isDone: boolean): void {
    if (isDone) this.#failures = 0;
    else if (++this.#failures >= maxFailures) {
      this.#failures = 0;
      this.#resting = restingRuns;
    }
  }
}
