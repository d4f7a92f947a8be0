import type { QueryPlan } from "@graphql-hive/router-query-planner";
import type { Step } from "../execution.types.ts";
import type { GeneratedShape } from "../generated/generated-shape.ts";

/** What all documents of one shape share: their plan, and its compiled form. */
export interface PlannedShape {
  plan: QueryPlan;
  run: Step;
  generated: GeneratedShape;
}

/**
 * Plans by the text of the prepared document, one per text while some operation uses it. They are held by the operations
 * alone, so that the cache of documents bounds them.
 */
export class PlannedShapes {
  readonly #known = new Map<string, WeakRef<PlannedShape>>();
  readonly #gone = new FinalizationRegistry<string>((text) => {
    if (this.#known.get(text)?.deref() === undefined) this.#known.delete(text);
  });

  /** The shape of this text, made when no operation has it yet. */
  find(text: string, make: (text: string) => PlannedShape): { shape: PlannedShape; isNew: boolean } {
    const held = this.#known.get(text)?.deref();
    if (held) return { shape: held, isNew: false };
    const shape = make(text);
    this.#known.set(text, new WeakRef(shape));
    this.#gone.register(shape, text);
    return { shape, isNew: true };
  }
}
