import type { FlattenNodePathSegment } from "@graphql-hive/router-query-planner";
import type { ResponseObject, TypeTest } from "./execution.types.ts";

/** The position of an entity in the response: response keys and list indexes from the root. */
export type ResponsePath = readonly (string | number)[];

/** Finds the entities that a fetch continues from. */
export interface EntityFinder {
  find(data: ResponseObject): ResponseObject[];
  /** The same entities' places in the same order; worked out only when an error must be put somewhere. */
  locate(data: ResponseObject): ResponsePath[];
}

type Segment = { kind: "field"; name: string } | { kind: "list" } | { kind: "type"; test: TypeTest };

/** Compiles a path of the plan. */
export function compileEntityPath(
  path: readonly FlattenNodePathSegment[],
  typeTest: (names: readonly string[]) => TypeTest,
): EntityFinder {
  const segments = path.map((segment): Segment => {
    if (segment === "@") return { kind: "list" };
    if ("Field" in segment) return { kind: "field", name: segment.Field };
    return { kind: "type", test: typeTest(segment.TypeCondition) };
  });
  return {
    find: (data) => {
      const found: ResponseObject[] = [];
      collect(data, segments, 0, found);
      return found;
    },
    locate: (data) => {
      const found: ResponsePath[] = [];
      locate(data, { segments, index: 0 }, [], found);
      return found;
    },
  };
}

/** A path of the plan as people write it: `orders.@.customer|[Person]`. */
export function printPath(path: readonly FlattenNodePathSegment[]): string {
  return path
    .map((segment) => {
      if (segment === "@") return ".@";
      return "Field" in segment ? `.${segment.Field}` : `|[${segment.TypeCondition.join("|")}]`;
    })
    .join("")
    .replace(/^\./, "");
}

function collect(value: unknown, segments: readonly Segment[], index: number, found: ResponseObject[]): void {
  if (typeof value !== "object" || value === null) return;
  const segment = segments[index];
  if (Array.isArray(value)) {
    // A list is walked through whether or not the path says so: lists of lists have one "@" for each.
    const next = segment?.kind === "list" ? index + 1 : index;
    for (const item of value) collect(item, segments, next, found);
  } else if (!segment) found.push(value as ResponseObject);
  else if (segment.kind === "field")
    collect((value as ResponseObject)[segment.name], segments, index + 1, found);
  else if (segment.kind === "type") {
    if (isOfType(value as ResponseObject, segment.test)) collect(value, segments, index + 1, found);
  }
}

function locate(
  value: unknown,
  at: { segments: readonly Segment[]; index: number },
  path: ResponsePath,
  found: ResponsePath[],
): void {
  if (typeof value !== "object" || value === null) return;
  const { segments, index } = at;
  const segment = segments[index];
  const next = { segments, index: index + 1 };
  if (Array.isArray(value)) {
    value.forEach((item, position) =>
      locate(item, segment?.kind === "list" ? next : at, [...path, position], found),
    );
  } else if (!segment) found.push(path);
  else if (segment.kind === "field") {
    locate((value as ResponseObject)[segment.name], next, [...path, segment.name], found);
  } else if (segment.kind === "type" && isOfType(value as ResponseObject, segment.test)) {
    locate(value, next, path, found);
  }
}

/** The plan fetches type names where they matter; without one, only one type is possible. */
function isOfType(value: ResponseObject, test: TypeTest): boolean {
  const typeName = value["__typename"];
  return typeName === undefined || test(typeName);
}
