import { badRequest } from "./processor-error.ts";
import type { ProcessorState } from "./state.ts";
import type { ObjectKind } from "./stored-objects.ts";

const maxDepth = 4;

/** Computes a field that objects have only when a request names it in `expand[]`. */
export type Includable = (object: never) => unknown;

/** Follows the references that a request's `expand[]` names, in a copy of the answer. */
export class Expansion {
  readonly #state: ProcessorState;
  readonly #includables = new Map<string, Includable>();

  constructor(state: ProcessorState) {
    this.#state = state;
  }

  /** Declares that `field` of objects of this kind is present only on request. */
  include(kind: ObjectKind, field: string, make: Includable): void {
    this.#includables.set(`${kind}.${field}`, make);
  }

  /** A copy of `answer`; throws 400 where a path leads to something that is no reference. */
  expand(answer: unknown, paths: readonly string[]): unknown {
    const copy: unknown = structuredClone(answer);
    for (const path of paths) {
      const names = path.split(".");
      if (names.length > maxDepth)
        throw badRequest(`You cannot expand more than ${maxDepth} levels of a property.`, "expand");
      this.#follow(copy, names, path);
    }
    return copy;
  }

  #follow(at: unknown, [name, ...rest]: readonly string[], path: string): void {
    if (Array.isArray(at)) return at.forEach((item) => this.#follow(item, [name!, ...rest], path));
    if (at === null || typeof at !== "object") return;
    const owner = at as Record<string, unknown>;
    const value = this.#valueOf(owner, name!);
    if (value === undefined) {
      const full = `This property cannot be expanded (${path}).`;
      throw badRequest(full, "expand");
    }
    owner[name!] = value;
    if (rest.length > 0) this.#follow(value, rest, path);
  }

  /** Undefined when the field cannot be expanded. Expanded values, lists and nulls stay unchanged. */
  #valueOf(owner: Record<string, unknown>, name: string): unknown {
    const value = owner[name];
    const make = this.#includables.get(`${String(owner["object"])}.${name}`);
    if (make && (value === undefined || typeof value === "string"))
      return structuredClone(make(owner as never));
    if (typeof value === "string") {
      const found = this.#state.findAny(value);
      return found === null ? undefined : structuredClone(found);
    }
    return typeof value === "object" ? value : undefined;
  }
}
