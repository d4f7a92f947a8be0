import { Kind, type FragmentDefinitionNode, type GraphQLAbstractType, type GraphQLSchema } from "graphql";
import { conditionsOf, fulfils, type Condition, type ConditionalSet } from "./collect-fields.ts";

/**
 * Conditions under which selections on an abstract type depend on the type of the object: for each field that is asked
 * of some members only, what must hold for it.
 */
export function typeDependence(
  type: GraphQLAbstractType,
  sets: readonly ConditionalSet[],
  scope: { schema: GraphQLSchema; fragments: ReadonlyMap<string, FragmentDefinitionNode> },
): (readonly Condition[])[] {
  const found: (readonly Condition[])[] = [];
  const collect = ({ set, conditions: outer }: ConditionalSet, isNarrower: boolean): void => {
    for (const selection of set.selections) {
      const own = conditionsOf(selection);
      if (own === null) continue;
      const conditions = [...outer, ...own];
      if (selection.kind === Kind.FIELD) {
        if (isNarrower) found.push(conditions);
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? scope.fragments.get(selection.name.value) : selection;
      const on = fragment?.typeCondition?.name.value;
      if (!fragment) continue;
      const isNarrow = isNarrower || (on !== undefined && !fulfils(scope.schema, on, type));
      collect({ set: fragment.selectionSet, conditions }, isNarrow);
    }
  };
  for (const set of sets) collect(set, false);
  return found;
}
