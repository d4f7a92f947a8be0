import {
  Kind,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { fulfils } from "../collect-fields.ts";
import type { DeferUsage } from "./defer-usages.ts";

/** A selection set, and the `@defer` it is in. */
export interface PlacedSet {
  set: SelectionSetNode;
  usage: DeferUsage | null;
}

/** One occurrence of a field, and the `@defer` it is in. */
export interface FieldUse {
  node: FieldNode;
  usage: DeferUsage | null;
}

export interface CollectScope {
  schema: GraphQLSchema;
  usageOf: ReadonlyMap<SelectionNode, DeferUsage>;
}

/** The fields that apply to a type, by response key in the order of their first occurrence, and the `@defer`s met. */
export function collectParts(
  sets: readonly PlacedSet[],
  type: GraphQLCompositeType,
  scope: CollectScope,
): { fields: Map<string, FieldUse[]>; opened: DeferUsage[] } {
  const fields = new Map<string, FieldUse[]>();
  const opened: DeferUsage[] = [];
  const collect = ({ set, usage }: PlacedSet): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        const uses = fields.get(key);
        if (uses) uses.push({ node, usage });
        else fields.set(key, [{ node, usage }]);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        const on = node.typeCondition?.name.value;
        if (on !== undefined && !fulfils(scope.schema, on, type)) continue;
        const own = scope.usageOf.get(node);
        if (own) opened.push(own);
        collect({ set: node.selectionSet, usage: own ?? usage });
      }
    }
  };
  for (const set of sets) collect(set);
  return { fields, opened };
}

/** True when a field is asked of some objects of the type only. What is deferred is not looked at. */
export function dependsOnType(
  type: GraphQLAbstractType,
  sets: readonly PlacedSet[],
  scope: CollectScope,
): boolean {
  const depends = (set: SelectionSetNode, isNarrower: boolean): boolean =>
    set.selections.some((node) => {
      if (node.kind !== Kind.INLINE_FRAGMENT) return isNarrower;
      if (scope.usageOf.has(node)) return false;
      const on = node.typeCondition?.name.value;
      return depends(node.selectionSet, isNarrower || (on !== undefined && !fulfils(scope.schema, on, type)));
    });
  return sets.some(({ set }) => depends(set, false));
}

/** The stages of the parts that deliver a field, one bit each: the outermost of those that select it. */
export function coverOf(uses: readonly FieldUse[]): number {
  let all = 0;
  for (const { usage } of uses) {
    if (!usage) return firstPart;
    all |= 1 << usage.index;
  }
  let cover = 0;
  for (const { usage } of uses) if (!hasAncestorIn(usage!, all)) cover |= 1 << usage!.index;
  return cover;
}

/** The cover of what is not deferred. */
export const firstPart = 1;

function hasAncestorIn({ parent }: DeferUsage, stages: number): boolean {
  for (let at = parent; at; at = at.parent) if (stages & (1 << at.index)) return true;
  return false;
}
