import {
  Kind,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";
import { fulfils } from "./collect-fields.ts";

/** True when selections on an abstract type ask a field of some members only, so that the type of the object decides. */
export function dependsOnMember(
  type: GraphQLAbstractType,
  sets: readonly SelectionSetNode[],
  scope: { schema: GraphQLSchema; fragments: ReadonlyMap<string, FragmentDefinitionNode> },
): boolean {
  const depends = ({ selections }: SelectionSetNode, isNarrower: boolean): boolean =>
    selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return isNarrower;
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? scope.fragments.get(selection.name.value) : selection;
      if (!fragment) return false;
      const on = fragment.typeCondition?.name.value;
      return depends(
        fragment.selectionSet,
        isNarrower || (on !== undefined && !fulfils(scope.schema, on, type)),
      );
    });
  return sets.some((set) => depends(set, false));
}
