import type { EntityFinder, ResponsePath } from "./entity-path.ts";
import type { ResponseObject } from "./execution.types.ts";
import { copyValue, mergeInto, type MergeConflict } from "./merge.ts";
import { RepresentationNumbers, type MakeRepresentation } from "./representation.ts";

export interface EntitySource {
  finder: EntityFinder;
  make: MakeRepresentation;
}

/** Entities of one call: which representation stands for which of them. */
export interface EntityGroup {
  sources: readonly EntitySource[];
  targets: ResponseObject[];
  /** For each target the index of its representation. */
  indexes: number[];
  representations: ResponseObject[];
}

export function groupEntities(sources: readonly EntitySource[], data: ResponseObject): EntityGroup {
  const group: EntityGroup = { sources, targets: [], indexes: [], representations: [] };
  const numbers = new RepresentationNumbers();
  for (const { finder, make } of sources) {
    for (const target of finder.find(data)) {
      const representation = make(target);
      if (!representation) continue;
      const index = numbers.numberOf(representation, group.representations.length);
      if (index === group.representations.length) group.representations.push(representation);
      group.targets.push(target);
      group.indexes.push(index);
    }
  }
  return group;
}

/** Merges each answered entity into its targets. Returns conflicts by the position of their target. */
export function mergeEntities(
  { targets, indexes, representations }: EntityGroup,
  answered: readonly (ResponseObject | null)[],
  interfaceNames: ReadonlySet<unknown>,
): Map<number, MergeConflict> | null {
  let conflicts: Map<number, MergeConflict> | null = null;
  const keepsTypes = interfaceNames.size > 0;
  // Each representation is of one target only, in the same order, unless some entity stands in several places.
  const used = targets.length > representations.length ? new Set<number>() : null;
  for (let position = 0; position < targets.length; position++) {
    const index = indexes[position]!;
    const entity = answered[index];
    if (!entity) continue;
    const target = targets[position]!;
    const typeName = keepsTypes ? target["__typename"] : undefined;
    const conflict = mergeInto(target, used?.has(index) ? copyValue(entity) : entity);
    if (conflict) (conflicts ??= new Map()).set(position, conflict);
    used?.add(index);
    if (typeName === undefined) continue;
    // An object that one subgraph names by its interface keeps the concrete type from another subgraph.
    const isReplaced = target["__typename"] !== typeName && interfaceNames.has(target["__typename"]);
    if (isReplaced) target["__typename"] = typeName;
  }
  return conflicts;
}

/** Places by index of representation. */
export function placesOf(group: EntityGroup, data: ResponseObject): ResponsePath[][] {
  const places: ResponsePath[][] = group.representations.map(() => []);
  for (const [position, place] of targetPlaces(group, data).entries()) {
    if (place) places[group.indexes[position]!]?.push(place);
  }
  return places;
}

/** Places by position of target. Found again in the data, which is more expensive than to note them, and rare. */
export function targetPlaces(
  { sources, targets }: EntityGroup,
  data: ResponseObject,
): (ResponsePath | undefined)[] {
  const places = new Map<ResponseObject, ResponsePath>();
  for (const { finder } of sources) {
    const paths = finder.locate(data);
    for (const [index, found] of finder.find(data).entries()) places.set(found, paths[index]!);
  }
  return targets.map((target) => places.get(target));
}
