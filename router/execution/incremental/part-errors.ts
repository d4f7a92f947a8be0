import type { GraphQLError } from "graphql";
import type { ResponsePath } from "../entity-path.ts";
import type { FieldGroup } from "./project-parts.ts";

interface Open {
  error: GraphQLError;
  /** The stage of the fetch that it is from. */
  stage: number;
}

interface Place {
  /** What delivers the field at this place, where a later part begins. */
  group: FieldGroup | null;
  open: Open[];
  below: Map<string | number, Place>;
}

const newPlace = (): Place => ({ group: null, open: [], below: new Map() });

type Test = (stage: number) => boolean;

/**
 * Errors of all fetches, and which part of the response each of them stands in. They are kept as a tree, so that taking
 * those of a part costs its depth and what is below it.
 */
export class PartErrors {
  /** Every error so far: one in an earlier part may explain a null in a later one. */
  readonly all: GraphQLError[] = [];
  readonly #root = newPlace();
  /** Errors that no part has taken. */
  #left = 0;

  add(errors: readonly GraphQLError[], stage: number): void {
    for (const error of errors) {
      this.all.push(error);
      this.#place(error.path ?? []).open.push({ error, stage });
      this.#left += 1;
    }
  }

  /** Notes the fields of groups that are delivered later. */
  register(groups: readonly FieldGroup[]): void {
    for (const group of groups) {
      const place = this.#place(group.path);
      for (const key of group.fields.keys()) childOf(place, key).group = group;
    }
  }

  /** Takes the errors that are at no field of a later part. */
  takeRest(): GraphQLError[] {
    return this.#left === 0 ? [] : this.#takeBelow(this.#root, () => true);
  }

  /**
   * Takes a group's errors: those at its fields, those at other fields of the object, which it may require, and those of its
   * own stages above the object, where a fetch failed as a whole. An earlier stage may have fetched the fields.
   */
  takeOf(group: FieldGroup): GraphQLError[] {
    const { cover, path } = group;
    const isOwn: Test = (stage) => (cover & (1 << stage)) !== 0;
    // Fields are fetched in the earliest stage that needs them.
    const isFetched: Test = (stage) => isOwn(stage) || 1 << stage < cover;
    if (this.#left === 0) return [];
    const taken = this.#takeAt(this.#root, isOwn);
    let place: Place | undefined = this.#root;
    for (const key of path) {
      place = place.below.get(key);
      if (!place) return taken;
      taken.push(...this.#takeAt(place, isOwn));
    }
    for (const child of place.below.values()) {
      if (child.group === group) taken.push(...this.#takeAll(child, isFetched));
      else if (!child.group) taken.push(...this.#takeBelow(child, (stage) => stage > 0 && isFetched(stage)));
    }
    return taken;
  }

  /** A place with everything below it that is in no other part. */
  #takeAll(place: Place, isMeant: Test): GraphQLError[] {
    const taken = this.#takeAt(place, isMeant);
    for (const child of place.below.values())
      if (!child.group) for (const error of this.#takeAll(child, isMeant)) taken.push(error);
    return taken;
  }

  #takeBelow(place: Place, isMeant: Test): GraphQLError[] {
    return place.group ? [] : this.#takeAll(place, isMeant);
  }

  #takeAt(place: Place, isMeant: Test): GraphQLError[] {
    const taken = place.open.filter(({ stage }) => isMeant(stage));
    if (taken.length > 0) place.open = place.open.filter(({ stage }) => !isMeant(stage));
    this.#left -= taken.length;
    return taken.map(({ error }) => error);
  }

  #place(path: ResponsePath): Place {
    return path.reduce(childOf, this.#root);
  }
}

function childOf(place: Place, key: string | number): Place {
  let child = place.below.get(key);
  if (!child) place.below.set(key, (child = newPlace()));
  return child;
}
