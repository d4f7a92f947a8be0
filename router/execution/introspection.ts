import { Kind, visit, type DocumentNode, type OperationDefinitionNode, type SelectionNode } from "graphql";

/**
 * Splits an operation into the subgraphs' part and the part that the router answers from its own schema: the
 * root fields `__schema` and `__type`, in any fragment. An empty part is null.
 */
export function splitIntrospection(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): { planned: DocumentNode | null; introspect: DocumentNode | null } {
  const single = only(document, operation);
  if (!mentions(single)) return { planned: needsSubgraphs(operation) ? single : null, introspect: null };
  return {
    planned: nonEmpty(filterRoot(single, (name) => name !== "__schema" && name !== "__type")),
    introspect: nonEmpty(filterRoot(single, (name) => name === "__schema" || name === "__type")),
  };
}

/** The document with this operation alone. */
function only(document: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  const definitions = document.definitions.filter(
    (node) => node === operation || node.kind === Kind.FRAGMENT_DEFINITION,
  );
  return { kind: Kind.DOCUMENT, definitions };
}

function mentions(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field: (node) => {
      if (node.name.value === "__schema" || node.name.value === "__type") found = true;
    },
  });
  return found;
}

/** `__typename` of the root alone needs no request. */
function needsSubgraphs(operation: OperationDefinitionNode): boolean {
  return operation.selectionSet.selections.some(
    (selection) => selection.kind !== Kind.FIELD || selection.name.value !== "__typename",
  );
}

function filterRoot(document: DocumentNode, keep: (name: string) => boolean): DocumentNode {
  const isKept = (selection: SelectionNode): SelectionNode[] => {
    if (selection.kind === Kind.FIELD) return keep(selection.name.value) ? [selection] : [];
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = document.definitions.find(
        (node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === selection.name.value,
      );
      if (fragment?.kind !== Kind.FRAGMENT_DEFINITION) return [];
      const selections = fragment.selectionSet.selections.flatMap(isKept);
      const { typeCondition } = fragment;
      const inlined = {
        kind: Kind.INLINE_FRAGMENT,
        typeCondition,
        directives: selection.directives ?? [],
      } as const;
      return selections.length > 0
        ? [{ ...inlined, selectionSet: { kind: Kind.SELECTION_SET, selections } }]
        : [];
    }
    const selections = selection.selectionSet.selections.flatMap(isKept);
    return selections.length > 0
      ? [{ ...selection, selectionSet: { kind: Kind.SELECTION_SET, selections } }]
      : [];
  };
  const definitions = document.definitions.map((node) =>
    node.kind === Kind.OPERATION_DEFINITION
      ? {
          ...node,
          selectionSet: { ...node.selectionSet, selections: node.selectionSet.selections.flatMap(isKept) },
        }
      : node,
  );
  return { kind: Kind.DOCUMENT, definitions };
}

function nonEmpty(document: DocumentNode): DocumentNode | null {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const isEmpty = operation?.kind !== Kind.OPERATION_DEFINITION || !needsSubgraphs(operation);
  return isEmpty || operation.selectionSet.selections.length === 0 ? null : document;
}
