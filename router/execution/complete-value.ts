import { GraphQLError } from "graphql";
import type { ResponsePath } from "./entity-path.ts";
import { ErrorPlaces } from "./error-places.ts";
import type { Execution } from "./execution.types.ts";

/**
 * Answers the value as the client asked for it; `bubble` when a null may not stand here. The value stands under `key`
 * in what is at `above`.
 */
export type Complete = (
  value: unknown,
  execution: Execution,
  above: PathLink | null,
  key: string | number,
) => unknown;

/** A place in the response, linked to the one above it: made for what has places in it, spelled out for an error. */
export interface PathLink {
  above: PathLink | null;
  key: string | number;
}

/** Stands for a null that the parent must take. */
export const bubble = Symbol("a null that its parent must take");

/** A null without an error of its own in a non-null position is a fault that must reach the client. */
export function explainNull(execution: Execution, link: PathLink, name: string, value: unknown): void {
  const path = spell(link);
  execution.explained ??= new ErrorPlaces(execution.errors);
  if (execution.explained.has(path, { isMissing: value === undefined })) return;
  report(execution, path, `Cannot return null for non-nullable field ${name}.`);
}

/** Replaces a value that must not be shown by null, with an error that does not repeat it. */
export function refuseValue(message: string): Complete {
  return (_value, execution, above, key) => {
    report(execution, spell({ above, key }), message);
    return null;
  };
}

export const refuseShape = refuseValue("The subgraph returned a value of the wrong shape.");

function report(execution: Execution, path: ResponsePath, message: string): void {
  const extensions = { code: "INTERNAL_ERROR", details: {}, http: { status: 500 } };
  execution.errors.push(new GraphQLError(message, { path, extensions }));
  execution.explained?.add(path);
}

/** True for what no subgraph has answered, or answered with null. */
export function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** The place as a response path. */
export function spell(link: PathLink): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: PathLink | null = link; at?.above; at = at.above) path.unshift(at.key);
  return path;
}
