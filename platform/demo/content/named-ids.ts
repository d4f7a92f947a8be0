import { demoId } from "../../../src/demo-identities.ts";
import type { IdSource } from "../../../src/ids.ts";
import type { ContentStep } from "./content-step.ts";

/** Prefixes of what calls leave behind, which no example names. An event with tickets has that of a notice. */
const technical = new Set(["req", "ntf", "evt"]);

/**
 * Readable ids and tokens, the same in each database: `inv_demo_1` of the step `1`. What a step makes beside, or another
 * step of that name, has a number: `inv_demo_1_2`.
 */
export class NamedIds {
  readonly #taken = new Map<string, number>();

  /** The ids and tokens of one step. */
  of({ name, field }: ContentStep): IdSource {
    const isNamed = (prefix: string) =>
      !technical.has(prefix) || (prefix === "evt" && field === "createEvent");
    return {
      id: (prefix) => {
        // The name of a file in the store: digits and letters alone.
        if (prefix === "file") return demoId("file", name);
        return isNamed(prefix) ? this.#next(`${prefix}_demo_${name}`) : null;
      },
      token: () => this.#next(`demo-${name}`),
    };
  }

  #next(wanted: string): string {
    const uses = (this.#taken.get(wanted) ?? 0) + 1;
    this.#taken.set(wanted, uses);
    return uses === 1 ? wanted : `${wanted}_${uses}`;
  }
}
