import {
  Kind,
  type DirectiveNode,
  type FieldNode,
  type InlineFragmentNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import type { Condition, Occurrence } from "./collect-fields.ts";

/** One field for all occurrences; each of several keeps its own selections under its own conditions. */
export function mergeField(occurrences: readonly Occurrence[]): FieldNode {
  const { directives: _, selectionSet, ...field } = occurrences[0]!.node;
  if (!selectionSet) return field;
  if (occurrences.length === 1) return { ...field, selectionSet };
  const selections = occurrences.flatMap(({ node, conditions }) =>
    conditions.reduce(
      (inner, condition): readonly SelectionNode[] => [underCondition(condition, inner)],
      node.selectionSet?.selections ?? [],
    ),
  );
  return { ...field, selectionSet: selectionSetOf(selections) };
}

function underCondition(
  { variable, value }: Condition,
  selections: readonly SelectionNode[],
): InlineFragmentNode {
  const named = (text: string) => ({ kind: Kind.NAME, value: text }) as const;
  const condition: DirectiveNode = {
    kind: Kind.DIRECTIVE,
    name: named(value ? "include" : "skip"),
    arguments: [
      { kind: Kind.ARGUMENT, name: named("if"), value: { kind: Kind.VARIABLE, name: named(variable) } },
    ],
  };
  return { kind: Kind.INLINE_FRAGMENT, directives: [condition], selectionSet: selectionSetOf(selections) };
}

export function selectionSetOf(selections: readonly SelectionNode[]): SelectionSetNode {
  return { kind: Kind.SELECTION_SET, selections };
}
