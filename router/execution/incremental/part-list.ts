import { GraphQLError } from "graphql";
import type { Execution } from "../execution.types.ts";
import type { CompletedPart, DeliveredData, LaterResult, PendingPart } from "./incremental.types.ts";
import type { PartErrors } from "./part-errors.ts";
import type { FieldGroup, Part, PartProjection, Projected } from "./project-parts.ts";

interface Outcome {
  data: Record<string, unknown> | null;
  errors: readonly GraphQLError[];
  isSent: boolean;
}

/** The parts of one response: which are announced, and what they deliver once their data is there. */
export class PartList {
  readonly #projection: PartProjection;
  readonly #errors: PartErrors;
  /** Found, but their own parent is not delivered yet. */
  readonly #waiting = new Set<Part>();
  /** Announced, with their ids. */
  readonly #open = new Map<Part, string>();
  readonly #delivered = new Set<Part>();
  readonly #outcomes = new Map<FieldGroup, Outcome>();
  #count = 0;

  constructor(projection: PartProjection, errors: PartErrors) {
    this.#projection = projection;
    this.#errors = errors;
  }

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  /** Adds what a projection found for later. */
  add({ parts, groups }: Projected): void {
    for (const part of parts) this.#waiting.add(part);
    for (const group of groups) for (const part of group.parts) part.groups.push(group);
    this.#errors.register(groups);
  }

  /** Announces the parts whose parents are delivered. One without fields of its own is delivered at once. */
  announce(): PendingPart[] {
    const pending: PendingPart[] = [];
    let isMore = true;
    while (isMore) {
      isMore = false;
      for (const part of this.#waiting) {
        if (part.parent && !this.#delivered.has(part.parent)) continue;
        this.#waiting.delete(part);
        isMore = true;
        if (part.groups.length === 0) {
          this.#delivered.add(part);
          continue;
        }
        const id = String(this.#count++);
        this.#open.set(part, id);
        const { label } = part.usage;
        pending.push({ id, path: part.path, ...(label !== null && { label }) });
      }
    }
    return pending;
  }

  /** Delivers the announced parts of these stages, and what becomes due by that. Null when there are none. */
  deliver(finished: ReadonlySet<number>, view: Execution): LaterResult | null {
    const incremental: DeliveredData[] = [];
    const completed: CompletedPart[] = [];
    const pending: PendingPart[] = [];
    for (const [part, id] of this.#open) {
      if (!finished.has(part.usage.index)) continue;
      this.#open.delete(part);
      const outcomes = this.#projectAll(part, view);
      if (outcomes.some(([, { data }]) => data === null)) {
        completed.push({ id, errors: outcomes.flatMap(([, { errors }]) => errors) });
        continue;
      }
      for (const [group, outcome] of outcomes) {
        if (outcome.isSent) continue;
        outcome.isSent = true;
        const { errors } = outcome;
        const subPath = group.path.slice(part.path.length);
        incremental.push({
          id,
          ...(subPath.length > 0 && { subPath }),
          data: outcome.data!,
          ...(errors.length > 0 && { errors }),
        });
      }
      completed.push({ id });
      this.#delivered.add(part);
      // Parts that are announced here are delivered in the same walk when they are due.
      pending.push(...this.announce());
    }
    if (completed.length === 0) return null;
    const last = incremental.at(-1);
    // Errors in objects that no part shows.
    const rest = last && this.isEmpty ? this.#errors.takeRest() : [];
    if (last && rest.length > 0) last.errors = [...(last.errors ?? []), ...rest];
    return {
      ...(pending.length > 0 && { pending }),
      ...(incremental.length > 0 && { incremental }),
      completed,
      hasNext: !this.isEmpty,
    };
  }

  /** Completes the announced parts of a stage that could not run. */
  fail(stage: number, error: GraphQLError): LaterResult {
    const failed = [...this.#open].filter(([{ usage }]) => usage.index === stage);
    for (const [part] of failed) this.#open.delete(part);
    const completed = failed.map(([, id]): CompletedPart => ({ id, errors: [error] }));
    return { completed, hasNext: !this.isEmpty };
  }

  /** Groups of a part that are found in its other groups are its own as well. */
  #projectAll(part: Part, view: Execution): [FieldGroup, Outcome][] {
    const outcomes: [FieldGroup, Outcome][] = [];
    for (let index = 0; index < part.groups.length; index++) {
      const group = part.groups[index]!;
      let outcome = this.#outcomes.get(group);
      if (!outcome) this.#outcomes.set(group, (outcome = this.#project(group, view)));
      outcomes.push([group, outcome]);
    }
    return outcomes;
  }

  #project(group: FieldGroup, view: Execution): Outcome {
    const known = view.errors.length;
    const projected = this.#projection.projectGroup(group, view);
    if (projected.data) this.add(projected);
    const errors = [...this.#errors.takeOf(group), ...view.errors.slice(known)];
    if (!projected.data && errors.length === 0) errors.push(nullError(projected));
    return { data: projected.data, errors, isSent: false };
  }
}

/** A null that an error of an earlier part explains needs one in this part as well. */
function nullError({ firstNull }: Projected): GraphQLError {
  const { path = [], name = "of this part" } = firstNull ?? {};
  const extensions = { code: "INTERNAL_ERROR", details: {}, http: { status: 500 } };
  return new GraphQLError(`Cannot return null for non-nullable field ${name}.`, { path, extensions });
}
