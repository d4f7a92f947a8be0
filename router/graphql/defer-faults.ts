import {
  GraphQLError,
  Kind,
  visit,
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from "graphql";

/**
 * Faults of a document's `@defer`s, after the draft of the GraphQL specification (Incremental Delivery): labels that are
 * variables or used twice, `@defer` on root fields of a mutation, and in a subscription. `@stream` is not offered.
 */
export function deferFaults(document: DocumentNode): GraphQLError[] {
  const faults: GraphQLError[] = [];
  const labels = new Set<string>();
  let hasDefer = false;
  visit(document, {
    Directive: (node) => {
      if (node.name.value === "stream") faults.push(fault(streamMessage, node));
      if (node.name.value !== "defer") return;
      hasDefer = true;
      const label = argumentOf(node, "label");
      if (label?.kind === Kind.VARIABLE)
        faults.push(fault("The label of @defer must be a string, not a variable.", node));
      if (label?.kind !== Kind.STRING) return;
      if (labels.has(label.value)) faults.push(fault("Labels of @defer must be unique in a document.", node));
      labels.add(label.value);
    },
  });
  return hasDefer ? [...faults, ...placeFaults(document)] : faults;
}

const streamMessage =
  'Unknown directive "@stream". This graph does not offer it. Use @defer on a fragment, or request the list in pages.';

function placeFaults(document: DocumentNode): GraphQLError[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const faults = new Map<DirectiveNode, GraphQLError>();
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION || node.operation === "query") continue;
    const isStream = node.operation === "subscription";
    for (const { defer, isRoot } of defersIn(node.selectionSet, fragments)) {
      if (isRoot) {
        const message = `@defer must not be used on root fields of a ${node.operation}. Use it inside of a field.`;
        faults.set(defer, fault(message, defer));
      } else if (isStream && !mayBeOff(defer)) {
        const message =
          "@defer is not supported in subscriptions. Remove it, or set its argument `if` to false.";
        faults.set(defer, fault(message, defer));
      }
    }
  }
  return [...faults.values()];
}

/** The `@defer`s of a selection set through all fragments; `isRoot` for those outside of any field. */
function defersIn(
  root: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): { defer: DirectiveNode; isRoot: boolean }[] {
  const found: { defer: DirectiveNode; isRoot: boolean }[] = [];
  const visited = new Set<string>();
  const walk = (set: SelectionSetNode, isRoot: boolean): void => {
    for (const selection of set.selections) {
      const defer = selection.directives?.find(({ name }) => name.value === "defer");
      if (defer) found.push({ defer, isRoot });
      if (selection.kind !== Kind.FRAGMENT_SPREAD) {
        if (selection.selectionSet) walk(selection.selectionSet, isRoot && selection.kind !== Kind.FIELD);
        continue;
      }
      const name = selection.name.value;
      const fragment = fragments.get(name);
      if (!fragment || visited.has(`${name} ${isRoot}`)) continue;
      visited.add(`${name} ${isRoot}`);
      walk(fragment.selectionSet, isRoot);
    }
  };
  walk(root, true);
  return found;
}

/** In a subscription a `@defer` that a variable may activate is accepted, and has no effect. */
function mayBeOff(defer: DirectiveNode): boolean {
  const value = argumentOf(defer, "if");
  return value?.kind === Kind.VARIABLE || (value?.kind === Kind.BOOLEAN && !value.value);
}

function argumentOf({ arguments: given }: DirectiveNode, name: string) {
  return given?.find((argument) => argument.name.value === name)?.value;
}

function fault(message: string, nodes: DirectiveNode): GraphQLError {
  return new GraphQLError(message, { nodes });
}
