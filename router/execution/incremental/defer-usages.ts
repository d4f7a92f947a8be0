import {
  Kind,
  visit,
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type InlineFragmentNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

/** One active `@defer` of an operation, with its fragments flattened. */
export interface DeferUsage {
  /** Its stage: 1 for the first one, since the first part is stage 0. */
  index: number;
  label: string | null;
  /** The `@defer` around it; null where it is part of the first part. */
  parent: DeferUsage | null;
}

/** An operation's selections without named fragments, and which of them are deferred. */
export interface DeferredSelections {
  selectionSet: SelectionSetNode;
  usages: readonly DeferUsage[];
  usageOf: ReadonlyMap<SelectionNode, DeferUsage>;
}

type Variables = Readonly<Record<string, unknown>>;

interface Flattening {
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Variables;
  usages: DeferUsage[];
  usageOf: Map<SelectionNode, DeferUsage>;
}

/** Flattens the operation's fragments and finds the `@defer`s that these variables activate. */
export function readDeferUsages(
  { selectionSet }: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Variables,
): DeferredSelections {
  const scope: Flattening = { fragments, variables, usages: [], usageOf: new Map() };
  return { ...scope, selectionSet: flattenSet(selectionSet, null, scope) };
}

function flattenSet(
  { selections }: SelectionSetNode,
  parent: DeferUsage | null,
  scope: Flattening,
): SelectionSetNode {
  const seen = new Set<string>();
  const flattened = selections.flatMap((node): SelectionNode[] => {
    if (node.kind === Kind.FIELD) {
      if (!node.selectionSet) return [node];
      return [{ ...node, selectionSet: flattenSet(node.selectionSet, parent, scope) }];
    }
    if (node.kind === Kind.INLINE_FRAGMENT) return [flattenFragment(node, node, parent, scope)];
    const definition = scope.fragments.get(node.name.value);
    // The same fragment a second time adds nothing.
    const isRepeated = !node.directives?.length && seen.has(node.name.value);
    if (!definition || isRepeated) return [];
    if (!node.directives?.length) seen.add(node.name.value);
    return [flattenFragment(definition, node, parent, scope)];
  });
  return { kind: Kind.SELECTION_SET, selections: flattened };
}

function flattenFragment(
  { typeCondition, selectionSet }: InlineFragmentNode | FragmentDefinitionNode,
  { directives = [] }: { directives?: readonly DirectiveNode[] | undefined },
  parent: DeferUsage | null,
  scope: Flattening,
): InlineFragmentNode {
  const defer = directives.find(isDefer);
  const isActive = defer !== undefined && isActiveWith(defer, scope.variables);
  let usage = parent;
  if (isActive) {
    usage = { index: scope.usages.length + 1, label: labelOf(defer), parent };
    scope.usages.push(usage);
  }
  const flattened: InlineFragmentNode = {
    kind: Kind.INLINE_FRAGMENT,
    ...(typeCondition && { typeCondition }),
    directives: directives.filter((directive) => !isDefer(directive)),
    selectionSet: flattenSet(selectionSet, usage, scope),
  };
  if (isActive) scope.usageOf.set(flattened, usage!);
  return flattened;
}

function isDefer({ name }: DirectiveNode): boolean {
  return name.value === "defer";
}

/** `if` is true by default; null, which a variable may be, defers nothing. */
function isActiveWith(defer: DirectiveNode, variables: Variables): boolean {
  const value = argumentOf(defer, "if");
  if (value?.kind === Kind.BOOLEAN) return value.value;
  if (value?.kind !== Kind.VARIABLE) return true;
  const name = value.name.value;
  return !Object.hasOwn(variables, name) || variables[name] === undefined || variables[name] === true;
}

function labelOf(defer: DirectiveNode): string | null {
  const value = argumentOf(defer, "label");
  return value?.kind === Kind.STRING ? value.value : null;
}

function argumentOf({ arguments: given }: DirectiveNode, name: string) {
  return given?.find((argument) => argument.name.value === name)?.value;
}

/** Names of the variables that decide which fragments of a document are deferred. */
export function deferVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: (node) => {
      const value = isDefer(node) ? argumentOf(node, "if") : undefined;
      if (value?.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** The document without `@defer`; the document itself when it has none. */
export function withoutDefer(document: DocumentNode): DocumentNode {
  return visit(document, { Directive: (node) => (isDefer(node) ? null : undefined) });
}

const known = new WeakMap<DocumentNode, boolean>();

/** True when the document has a `@defer`, active or not. */
export function hasDefer(document: DocumentNode): boolean {
  let found = known.get(document);
  if (found === undefined) known.set(document, (found = withoutDefer(document) !== document));
  return found;
}
