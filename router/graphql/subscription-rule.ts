import { GraphQLError, Kind, type SelectionSetNode, type ValidationRule } from "graphql";

/**
 * A subscription's one root field must not be conditional (the rule of the specification of September 2025): without it
 * there would be nothing to wait for.
 */
export const UnconditionalSubscriptionRule: ValidationRule = (context) => {
  const visited = new Set<string>();
  const check = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      const condition = selection.directives?.find(({ name }) => ["skip", "include"].includes(name.value));
      if (condition) {
        const message = "A subscription's root field must not have @skip or @include.";
        context.reportError(new GraphQLError(message, { nodes: condition }));
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) check(selection.selectionSet);
      if (selection.kind !== Kind.FRAGMENT_SPREAD || visited.has(selection.name.value)) continue;
      visited.add(selection.name.value);
      const fragment = context.getFragment(selection.name.value);
      if (fragment) check(fragment.selectionSet);
    }
  };
  return {
    OperationDefinition: (node) => {
      if (node.operation === "subscription") check(node.selectionSet);
    },
  };
};
