import type { GraphQLError } from "graphql";

type Path = readonly (string | number)[];

interface Place {
  /** True when an error is about this place itself. */
  hasError: boolean;
  inner: Map<string | number, Place>;
}

const newPlace = (): Place => ({ hasError: false, inner: new Map() });

/** The places of errors as a tree, so that looking one up costs its depth and not the number of errors. */
export class ErrorPlaces {
  readonly #root = newPlace();

  constructor(errors: readonly GraphQLError[]) {
    for (const { path } of errors) if (path) this.add(path);
  }

  add(path: Path): void {
    let place = this.#root;
    for (const key of path) {
      let next = place.inner.get(key);
      if (!next) place.inner.set(key, (next = newPlace()));
      place = next;
    }
    place.hasError = true;
  }

  /**
   * True when an error explains a null at this place: one at the place, above it, or below it. A value that is missing
   * altogether is also explained by an error at a field of the same object: that one took its neighbours along.
   */
  has(path: Path, { isMissing }: { isMissing: boolean }): boolean {
    let place: Place | undefined = this.#root;
    for (const [index, key] of path.entries()) {
      if (place.hasError) return true;
      const isLast = index === path.length - 1;
      if (isMissing && isLast && typeof key === "string" && place.inner.size > 0) return true;
      place = place.inner.get(key);
      if (!place) return false;
    }
    return true;
  }
}
