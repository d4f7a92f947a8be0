import {
  getOperationAST,
  Kind,
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

/** A variable that decides a `@skip` or `@include`. */
interface ConditionVariable {
  name: string;
  default: boolean;
  /** True for a nullable one: GraphQL accepts it because of its default. */
  isNullable: boolean;
}

type IsTrue = (variable: string) => boolean;

/**
 * The conditions (`@skip`, `@include`) of one operation. `decide` gives the operation that a request means: a document
 * without conditions, which is planned like any other. The planner (0.0.38) loses one of several conditions on a fetch.
 */
export class OperationConditions {
  readonly #document: DocumentNode;
  readonly #operation: OperationDefinitionNode;
  readonly #variables: readonly ConditionVariable[];

  private constructor(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: readonly ConditionVariable[],
  ) {
    this.#document = document;
    this.#operation = operation;
    this.#variables = variables;
  }

  /** Null for an operation without conditions. */
  static read(document: DocumentNode, operationName: string | undefined): OperationConditions | null {
    const operation = getOperationAST(document, operationName);
    const found = operation && findConditions(document, operation);
    if (!found) return null;
    const variables = (operation.variableDefinitions ?? []).flatMap(
      ({ variable, type, defaultValue }): ConditionVariable[] => {
        const name = variable.name.value;
        const isTrueByDefault = defaultValue?.kind === Kind.BOOLEAN && defaultValue.value;
        const isNullable = type.kind !== Kind.NON_NULL_TYPE;
        return found.has(name) ? [{ name, default: isTrueByDefault, isNullable }] : [];
      },
    );
    return new OperationConditions(document, operation, variables);
  }

  /** False when literals decide all conditions. */
  get hasVariables(): boolean {
    return this.#variables.length > 0;
  }

  /** Names of the variables that a request could set to null, which no condition accepts. */
  get nullableVariables(): readonly string[] {
    return this.#variables.flatMap(({ name, isNullable }) => (isNullable ? [name] : []));
  }

  /** The same text for all values with which every condition has the same outcome. */
  keyOf(values: Readonly<Record<string, unknown>>): string {
    let key = "";
    for (const variable of this.#variables) key += isTrue(variable, values) ? "1" : "0";
    return key;
  }

  /**
   * The document with this operation alone, as these raw values of its variables decide it: without conditions and
   * excluded selections. An object may be left without selections. Values that are not valid count as false: the
   * variables are validated when the operation runs.
   */
  decide(values: Readonly<Record<string, unknown>>): DocumentNode {
    const known = new Map(this.#variables.map((variable) => [variable.name, isTrue(variable, values)]));
    return decideOperation(this.#document, this.#operation, (name) => known.get(name) ?? false);
  }
}

function isTrue(variable: ConditionVariable, values: Readonly<Record<string, unknown>>): boolean {
  const { name } = variable;
  return Object.hasOwn(values, name) ? values[name] === true : variable.default;
}

/** The variables of the operation's conditions, those in its fragments included; null when it has no conditions. */
function findConditions(document: DocumentNode, operation: OperationDefinitionNode): Set<string> | null {
  const fragments = fragmentsOf(document);
  const names = new Set<string>();
  const reached = new Set<string>();
  let isFound = false;
  const search = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      for (const directive of node.directives ?? []) {
        if (wantedBy(directive) === null) continue;
        isFound = true;
        const value = ifArgumentOf(directive);
        if (value?.kind === Kind.VARIABLE) names.add(value.name.value);
      }
      if (node.kind !== Kind.FRAGMENT_SPREAD) {
        if (node.selectionSet) search(node.selectionSet);
      } else if (!reached.has(node.name.value)) {
        reached.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment) search(fragment.selectionSet);
      }
    }
  };
  search(operation.selectionSet);
  return isFound ? names : null;
}

function decideOperation(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  isTrueOf: IsTrue,
): DocumentNode {
  const fragments = fragmentsOf(document);
  const decided = new Map<string, FragmentDefinitionNode>();
  const used = new Set<string>();
  const decideSet = ({ selections, ...set }: SelectionSetNode): SelectionSetNode => ({
    ...set,
    selections: selections.flatMap((node) => (isIncluded(node, isTrueOf) ? decideNode(node) : [])),
  });
  const decideFragment = (name: string): FragmentDefinitionNode | undefined => {
    const fragment = fragments.get(name);
    if (fragment && !decided.has(name)) {
      decided.set(name, fragment);
      decided.set(name, { ...fragment, selectionSet: decideSet(fragment.selectionSet) });
    }
    return decided.get(name);
  };
  const decideNode = (given: SelectionNode): SelectionNode[] => {
    const node = withoutConditions(given);
    if (node.kind === Kind.FIELD)
      return [node.selectionSet ? { ...node, selectionSet: decideSet(node.selectionSet) } : node];
    const set =
      node.kind === Kind.INLINE_FRAGMENT
        ? decideSet(node.selectionSet)
        : decideFragment(node.name.value)?.selectionSet;
    // A deferred fragment is a part of the response, even an empty one.
    if (!set || (set.selections.length === 0 && !node.directives?.length)) return [];
    if (node.kind === Kind.INLINE_FRAGMENT) return [{ ...node, selectionSet: set }];
    used.add(node.name.value);
    return [node];
  };
  const own = { ...operation, selectionSet: decideSet(operation.selectionSet) };
  const left = [...decided.values()].filter(({ name }) => used.has(name.value));
  return { kind: Kind.DOCUMENT, definitions: [own, ...left] };
}

function fragmentsOf({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> {
  return new Map(
    definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
}

function isIncluded({ directives = [] }: SelectionNode, isTrueOf: IsTrue): boolean {
  return directives.every((directive) => {
    const wanted = wantedBy(directive);
    const value = wanted === null ? undefined : ifArgumentOf(directive);
    if (value?.kind === Kind.BOOLEAN) return value.value === wanted;
    return value?.kind !== Kind.VARIABLE || isTrueOf(value.name.value) === wanted;
  });
}

function withoutConditions<T extends SelectionNode>(node: T): T {
  if (!node.directives?.length) return node;
  return { ...node, directives: node.directives.filter((directive) => wantedBy(directive) === null) };
}

/** The value for which a directive includes a selection; null for any other directive. */
function wantedBy({ name: { value } }: DirectiveNode): boolean | null {
  if (value === "include") return true;
  return value === "skip" ? false : null;
}

function ifArgumentOf({ arguments: given }: DirectiveNode) {
  return given?.find(({ name }) => name.value === "if")?.value;
}
