import {
  Kind,
  visit,
  type DirectiveNode,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import type { Choices } from "../execution/differential/generate/choices.ts";

/** Defers fragments of an operation, and fields as fragments of their own, where the numbers say so. */
export function addDefers(
  document: DocumentNode,
  choices: Choices,
): { document: DocumentNode; variables: Record<string, unknown> } {
  let count = 0;
  const maxDefers = 6;
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const defer = (): DirectiveNode[] => {
    if (count >= maxDefers || !choices.chance(45)) return [];
    count += 1;
    const condition = choices.below(6);
    return [
      directive([
        ...(choices.chance(70)
          ? [{ name: "label", value: { kind: Kind.STRING, value: "label" } as const }]
          : []),
        ...(condition === 0 ? [{ name: "if", value: variable("deferred") }] : []),
        ...(condition === 1 ? [{ name: "if", value: variable("whole") }] : []),
      ]),
    ];
  };
  const isWrite = operation.operation !== "query";
  const added = visit(document, {
    FragmentSpread: {
      leave: (node, _key, _parent, _path, ancestors) =>
        isWriteRoot(isWrite, ancestors)
          ? undefined
          : { ...node, directives: [...(node.directives ?? []), ...defer()] },
    },
    InlineFragment: {
      leave: (node, _key, _parent, _path, ancestors) =>
        isWriteRoot(isWrite, ancestors)
          ? undefined
          : { ...node, directives: [...(node.directives ?? []), ...defer()] },
    },
    SelectionSet: {
      leave: (node, _key, _parent, _path, ancestors) =>
        isWriteRoot(isWrite, ancestors) ? undefined : wrap(node),
    },
  });
  /** A field, or the field twice: in this part and, with the same selections, in a later one. */
  function wrap(node: SelectionSetNode): SelectionSetNode {
    const selections = node.selections.flatMap((selection): SelectionNode[] => {
      if (selection.kind !== Kind.FIELD || !choices.chance(25)) return [selection];
      const directives = defer();
      if (directives.length === 0) return [selection];
      const fragment: SelectionNode = {
        kind: Kind.INLINE_FRAGMENT,
        directives,
        selectionSet: { kind: Kind.SELECTION_SET, selections: [selection] },
      };
      return choices.chance(25) ? [fragment, selection] : [fragment];
    });
    return { ...node, selections };
  }
  return withVariables(withLabels(added));
}

function isWriteRoot(isWrite: boolean, ancestors: readonly unknown[]): boolean {
  return isWrite && !ancestors.some((node) => (node as { kind?: string }).kind === Kind.FIELD);
}

function variable(name: string) {
  return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
}

function directive(given: readonly { name: string; value: object }[]): DirectiveNode {
  return {
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: "defer" },
    arguments: given.map(({ name, value }) => ({
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: name },
      value: value as never,
    })),
  };
}

/** Each label once, however often its fragment was copied. */
function withLabels(document: DocumentNode): DocumentNode {
  let count = 0;
  return visit(document, {
    Directive: (node) => {
      if (node.name.value !== "defer") return undefined;
      count += 1;
      const given = node.arguments?.map((argument) =>
        argument.name.value === "label"
          ? { ...argument, value: { kind: Kind.STRING, value: `d${count}` } as const }
          : argument,
      );
      return { ...node, arguments: given ?? [] };
    },
  });
}

/** `$deferred` is true and `$whole` false. */
function withVariables(document: DocumentNode) {
  const used = new Set<string>();
  visit(document, { Variable: ({ name }) => void used.add(name.value) });
  const values: Record<string, boolean> = { deferred: true, whole: false };
  const names = Object.keys(values).filter((name) => used.has(name));
  const type = {
    kind: Kind.NON_NULL_TYPE,
    type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: "Boolean" } },
  } as const;
  const definitions = document.definitions.map((node): typeof node => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return node;
    const own = names.map(
      (name) => ({ kind: Kind.VARIABLE_DEFINITION, variable: variable(name), type }) as const,
    );
    const operation: OperationDefinitionNode = {
      ...node,
      variableDefinitions: [...(node.variableDefinitions ?? []), ...own],
    };
    return operation;
  });
  return {
    document: { kind: Kind.DOCUMENT, definitions } as DocumentNode,
    variables: Object.fromEntries(names.map((name) => [name, values[name]])),
  };
}
