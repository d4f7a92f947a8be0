import { Kind, type FieldNode, type SelectionNode, type SelectionSetNode } from "graphql";
import type { Occurrence } from "./collect-fields.ts";

/** One field with the selections of all occurrences. */
export function mergeField(occurrences: readonly Occurrence[]): FieldNode {
  const { directives: _, selectionSet, ...field } = occurrences[0]!.node;
  if (!selectionSet) return field;
  const selections = occurrences.flatMap(({ node }) => node.selectionSet?.selections ?? []);
  return { ...field, selectionSet: selectionSetOf(selections) };
}

export function selectionSetOf(selections: readonly SelectionNode[]): SelectionSetNode {
  return { kind: Kind.SELECTION_SET, selections };
}
