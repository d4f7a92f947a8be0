import { GraphQLError } from "graphql";
import { DomainError } from "../../src/errors.ts";
import { errorWithoutStack } from "../../src/graphql/subgraph-error.ts";
import type { ResponsePath } from "./entity-path.ts";
import type { MergeConflict } from "./merge.ts";

/** A subgraph's error at another place of the response. */
export function relocate(error: GraphQLError, path: ResponsePath | undefined): GraphQLError {
  return errorWithoutStack(error.message, {
    path: path ?? null,
    originalError: error.originalError ?? null,
    extensions: error.extensions,
  });
}

/** An entity fetch's error, `_entities.<index>.<rest>`, at each position of that entity in the response. */
export function relocateEntityError(
  error: GraphQLError,
  options: {
    /** Paths of the entities of representation `index`; undefined when there is no such representation. */
    placesOf(index: number): readonly ResponsePath[] | undefined;
    /** Where the error goes when it names no entity that was requested. */
    fallback(): readonly ResponsePath[];
    renamed: ReadonlyMap<string, string>;
  },
): GraphQLError[] {
  const [, index, ...rest] = error.path ?? [];
  const tail = rest.map((key) => (typeof key === "string" ? (options.renamed.get(key) ?? key) : key));
  const places = (typeof index === "number" ? options.placesOf(index) : undefined) ?? options.fallback();
  return places.map((place) => relocate(error, [...place, ...tail]));
}

/** The error of a list that two subgraphs answer with different lengths: what the later one knows of it is left out. */
export function mergeConflict(place: ResponsePath, conflict: MergeConflict): GraphQLError {
  const path = [...place];
  for (let at: MergeConflict | null = conflict; at; at = at.below) path.push(at.key);
  const extensions = { code: "INTERNAL_ERROR", details: {}, http: { status: 500 } };
  return new GraphQLError("Subgraphs returned this list with different lengths.", { path, extensions });
}

/** The error of a fetch that failed as a whole, at each place that it leaves empty. */
export function failedFetch(cause: unknown, places: readonly ResponsePath[]): GraphQLError[] {
  const known =
    cause instanceof DomainError
      ? cause
      : new DomainError(
          "SERVICE_UNAVAILABLE",
          "Part of the platform does not respond. Try again later.",
          {},
          { cause },
        );
  return places.map(
    (path) => new GraphQLError(known.message, { path, originalError: known, extensions: known.extensions }),
  );
}

/** Errors under the client's response keys, without duplicates: a plan may fetch a field twice. */
export function toClientErrors(
  errors: readonly GraphQLError[],
  clientKeys: ReadonlyMap<string, string>,
): GraphQLError[] {
  const renamed = errors.map((error) => underClientKeys(error, clientKeys));
  if (renamed.length < 2) return renamed;
  const known = new Map<string, GraphQLError>();
  for (const error of renamed) {
    const key = JSON.stringify([error.path, error.message]);
    if (!known.has(key)) known.set(key, error);
  }
  return [...known.values()];
}

/** The error itself where the client calls the fields of its path as the plan does: nearly always. */
function underClientKeys(error: GraphQLError, clientKeys: ReadonlyMap<string, string>): GraphQLError {
  const isRenamed = (key: string | number) => typeof key === "string" && clientKeys.has(key);
  if (clientKeys.size === 0 || !error.path?.some(isRenamed)) return error;
  return relocate(
    error,
    error.path.map((key) => (typeof key === "string" ? (clientKeys.get(key) ?? key) : key)),
  );
}
