import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from "graphql";

/**
 * An error for each condition on root fields of a document's subscriptions: when the only field is skipped,
 * there are no events to wait for. The specification forbids them since 2025; graphql-js 16 throws on them.
 */
export function subscriptionFaults(document: DocumentNode): GraphQLError[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const faults: GraphQLError[] = [];
  const visited = new Set<string>();
  const check = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      const nodes = selection.directives?.filter(({ name }) => ["skip", "include"].includes(name.value));
      if (nodes?.length) {
        faults.push(
          new GraphQLError("A subscription's root field must not use @skip or @include.", { nodes }),
        );
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) check(selection.selectionSet);
      if (selection.kind !== Kind.FRAGMENT_SPREAD || visited.has(selection.name.value)) continue;
      visited.add(selection.name.value);
      const fragment = fragments.get(selection.name.value);
      if (fragment) check(fragment.selectionSet);
    }
  };
  for (const node of document.definitions) {
    const isSubscription = node.kind === Kind.OPERATION_DEFINITION && node.operation === "subscription";
    if (isSubscription) check(node.selectionSet);
  }
  return faults;
}
