import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  visit,
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { prototypeKey } from "../../src/text/reserved-names.ts";
import type { DocumentNames } from "./shape/document-names.ts";
import type { TypeNameNeed } from "./type-name-need.ts";

interface PrepareScope {
  schema: GraphQLSchema;
  needsTypeName: TypeNameNeed;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  names: DocumentNames;
}

/**
 * Rewrites an operation without conditions so that it means the same and has none of the shapes over which the planner
 * (0.0.38) goes wrong: fragments that add nothing are opened, and abstract selections ask for the type name where the
 * response depends on it. The result has nothing left that does not change the plan: names of its own for aliases and
 * literals, arguments and variables in one order, no name.
 */
export function prepareOperation(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  scope: { schema: GraphQLSchema; needsTypeName: TypeNameNeed; names: DocumentNames },
): DocumentNode {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
    ),
  );
  const root = scope.schema.getRootType(operation.operation);
  if (!root) throw new Error(`The graph has no ${operation.operation}.`);
  const selectionSet = prepareSet(operation.selectionSet, root, { ...scope, fragments });
  const used = variablesOf(selectionSet);
  const prepared: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: operation.operation,
    variableDefinitions: [...(operation.variableDefinitions ?? []), ...scope.names.definitions]
      .filter(({ variable }) => used.has(variable.name.value))
      .toSorted((a, b) => compare(a.variable.name.value, b.variable.name.value)),
    selectionSet,
  };
  return { kind: Kind.DOCUMENT, definitions: [renamePrototype(prepared, scope.names)] };
}

function renamePrototype(
  operation: OperationDefinitionNode,
  { prototypeVariable: value }: DocumentNames,
): OperationDefinitionNode {
  if (value === null) return operation;
  const renamed = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value } };
  return visit(operation, { Variable: ({ name }) => (name.value === prototypeKey ? renamed : undefined) });
}

function variablesOf(set: SelectionSetNode): Set<string> {
  const used = new Set<string>();
  visit(set, { Variable: ({ name }) => void used.add(name.value) });
  return used;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function prepareSet(
  set: SelectionSetNode,
  parent: GraphQLCompositeType,
  scope: PrepareScope,
): SelectionSetNode {
  const selections = set.selections.flatMap((node) => prepareSelection(node, parent, scope));
  // What is left of an object may be nothing; it is there all the same.
  const isNeeded =
    selections.length === 0 || (isAbstractType(parent) && scope.needsTypeName(parent, selections));
  return { kind: Kind.SELECTION_SET, selections: isNeeded ? [typeName, ...selections] : selections };
}

const typeName: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } };

/** True when the document asks for a type name that the client does not ask for. */
export function hasAddedTypeName(prepared: DocumentNode): boolean {
  let isFound = false;
  visit(prepared, {
    Field: (node) => {
      if (node === typeName) isFound = true;
    },
  });
  return isFound;
}

function prepareSelection(
  node: SelectionNode,
  parent: GraphQLCompositeType,
  scope: PrepareScope,
): SelectionNode[] {
  if (node.kind === Kind.FIELD) return [prepareField(node, parent, scope)];
  const fragment = node.kind === Kind.FRAGMENT_SPREAD ? scope.fragments.get(node.name.value) : node;
  if (!fragment) return [];
  const condition = fragment.typeCondition?.name.value;
  const on = condition === undefined ? parent : scope.schema.getType(condition);
  if (!isCompositeType(on)) return [];
  const isOpen =
    on === parent || (isObjectType(parent) && isAbstractType(on) && scope.schema.isSubType(on, parent));
  if (isOpen) {
    return fragment.selectionSet.selections.flatMap((child) => prepareSelection(child, parent, scope));
  }
  if (isObjectType(parent)) return [];
  const selectionSet = prepareSet(fragment.selectionSet, on, scope);
  const typeCondition = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: on.name } } as const;
  return [{ kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet }];
}

function prepareField(node: FieldNode, parent: GraphQLCompositeType, scope: PrepareScope): FieldNode {
  const name = node.name.value;
  const planKey = scope.names.planKeyOf(node);
  const field = "getFields" in parent ? parent.getFields()[name] : undefined;
  const type = field && getNamedType(field.type);
  return {
    kind: Kind.FIELD,
    name: node.name,
    ...(planKey === name ? {} : { alias: { kind: Kind.NAME, value: planKey } }),
    ...(node.arguments?.length ? { arguments: prepareArguments(node.arguments, field, scope) } : {}),
    ...(node.selectionSet && isCompositeType(type)
      ? { selectionSet: prepareSet(node.selectionSet, type, scope) }
      : {}),
  };
}

function prepareArguments(
  given: readonly ArgumentNode[],
  field: GraphQLField<unknown, unknown> | undefined,
  { names }: PrepareScope,
): ArgumentNode[] {
  const prepared = given.map((argument) => {
    const type = field?.args.find(({ name }) => name === argument.name.value)?.type;
    return type ? { ...argument, value: names.valueFor(argument.value, type) } : argument;
  });
  return prepared.toSorted((a, b) => compare(a.name.value, b.name.value));
}

/** Every field name of a schema; an alias must not be one of them. */
export function fieldNamesOf(schema: GraphQLSchema): Set<string> {
  const names = new Set<string>(["__typename"]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const name of Object.keys(type.getFields())) names.add(name);
  }
  return names;
}
