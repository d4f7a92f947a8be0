import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  visit,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { inheritedNames } from "../../src/text/reserved-names.ts";
import type { TypeNameNeed } from "./type-name-need.ts";

/** An operation in the plain form that the planner plans rightly, and how its response keys are called there. */
export interface PreparedOperation {
  document: DocumentNode;
  /** Response keys of the client by their name in the plan, where the two differ. */
  clientKeys: ReadonlyMap<string, string>;
  /** The same map the other way round: names in the plan by the client's response key. */
  planKeys: ReadonlyMap<string, string>;
  /** The key under which a field's value is found in the plan's data. */
  planKeyOf(node: FieldNode): string;
}

interface PrepareScope {
  schema: GraphQLSchema;
  needsTypeName: TypeNameNeed;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  planKeyOf(node: FieldNode): string;
}

/**
 * Rewrites an operation so that it means the same and has none of the shapes over which the planner (0.0.38) goes
 * wrong: fragments that add nothing are opened, literal conditions decided, others put on the fields themselves,
 * abstract selections ask for the type name where the response depends on it, and an alias that is also some field's
 * name is replaced. The last one matters most: under such an alias a plan takes one field's value for another one's,
 * keys included.
 */
export function prepareOperation(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  scope: { schema: GraphQLSchema; fieldNames: ReadonlySet<string>; needsTypeName: TypeNameNeed },
): PreparedOperation {
  const planKeys = choosePlanKeys(document, scope.fieldNames);
  const planKeyOf = (node: FieldNode): string => {
    const alias = node.alias?.value;
    if (alias === undefined || alias === node.name.value) return node.name.value;
    return planKeys.get(alias) ?? alias;
  };
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
    ),
  );
  const root = scope.schema.getRootType(operation.operation);
  if (!root) throw new Error(`The graph has no ${operation.operation}.`);
  const { schema, needsTypeName } = scope;
  const inner: PrepareScope = { schema, needsTypeName, fragments, planKeyOf };
  const selectionSet = prepareSet(operation.selectionSet, root, [], inner);
  return {
    document: { kind: Kind.DOCUMENT, definitions: [{ ...operation, selectionSet }] },
    clientKeys: new Map([...planKeys].map(([alias, planKey]) => [planKey, alias])),
    planKeys,
    planKeyOf,
  };
}

/**
 * New names for the aliases that are names of fields, or that every object inherits: the fetched data then never has a
 * key like `constructor`. None is a field's name or another alias of the document.
 */
function choosePlanKeys(document: DocumentNode, fieldNames: ReadonlySet<string>): Map<string, string> {
  const aliases = new Set<string>();
  visit(document, {
    Field: ({ alias, name }) => {
      if (alias && alias.value !== name.value) aliases.add(alias.value);
    },
  });
  const planKeys = new Map<string, string>();
  for (const alias of aliases) {
    if (!fieldNames.has(alias) && !inheritedNames.has(alias)) continue;
    let planKey = `as_${alias}`;
    while (fieldNames.has(planKey) || aliases.has(planKey)) planKey = `as_${planKey}`;
    planKeys.set(alias, planKey);
  }
  return planKeys;
}

function prepareSet(
  set: SelectionSetNode,
  parent: GraphQLCompositeType,
  conditions: readonly DirectiveNode[],
  scope: PrepareScope,
): SelectionSetNode {
  const selections = set.selections.flatMap((node) => prepareSelection(node, parent, conditions, scope));
  // What is left of an object may be nothing; it is there all the same.
  const isNeeded =
    selections.length === 0 || (isAbstractType(parent) && scope.needsTypeName(parent, selections));
  return { kind: Kind.SELECTION_SET, selections: isNeeded ? [typeName, ...selections] : selections };
}

const typeName: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } };

function prepareSelection(
  node: SelectionNode,
  parent: GraphQLCompositeType,
  outer: readonly DirectiveNode[],
  scope: PrepareScope,
): SelectionNode[] {
  const own = openConditions(node.directives ?? []);
  if (own === null) return [];
  const conditions = [
    ...outer,
    ...own.filter((directive) => !outer.some((other) => isSame(directive, other))),
  ];
  if (node.kind === Kind.FIELD) return prepareField(node, parent, conditions, scope);
  const fragment = node.kind === Kind.FRAGMENT_SPREAD ? scope.fragments.get(node.name.value) : node;
  if (!fragment) return [];
  const condition = fragment.typeCondition?.name.value;
  const on = condition === undefined ? parent : scope.schema.getType(condition);
  if (!isCompositeType(on)) return [];
  const isOpen =
    on === parent || (isObjectType(parent) && isAbstractType(on) && scope.schema.isSubType(on, parent));
  if (isOpen) {
    return fragment.selectionSet.selections.flatMap((child) =>
      prepareSelection(child, parent, conditions, scope),
    );
  }
  if (isObjectType(parent)) return [];
  const selectionSet = prepareSet(fragment.selectionSet, on, conditions, scope);
  const typeCondition = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: on.name } } as const;
  return [{ kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet }];
}

function prepareField(
  node: FieldNode,
  parent: GraphQLCompositeType,
  conditions: readonly DirectiveNode[],
  scope: PrepareScope,
): SelectionNode[] {
  const name = node.name.value;
  const planKey = scope.planKeyOf(node);
  const field = "getFields" in parent ? parent.getFields()[name] : undefined;
  const type = field && getNamedType(field.type);
  const prepared: FieldNode = {
    kind: Kind.FIELD,
    name: node.name,
    ...(planKey === name ? {} : { alias: { kind: Kind.NAME, value: planKey } }),
    ...(node.arguments?.length ? { arguments: node.arguments } : {}),
    ...(node.selectionSet && isCompositeType(type)
      ? { selectionSet: prepareSet(node.selectionSet, type, [], scope) }
      : {}),
  };
  return [withConditions(prepared, conditions)];
}

/** A directive may occur once per place; a second condition of its kind goes on a fragment around the field. */
function withConditions(field: FieldNode, conditions: readonly DirectiveNode[]): SelectionNode {
  const direct: DirectiveNode[] = [];
  const around: DirectiveNode[] = [];
  for (const condition of conditions) {
    const isTaken = direct.some((other) => other.name.value === condition.name.value);
    (isTaken ? around : direct).push(condition);
  }
  const conditioned: FieldNode = direct.length > 0 ? { ...field, directives: direct } : field;
  return around.reduce<SelectionNode>(
    (inner, condition) => ({
      kind: Kind.INLINE_FRAGMENT,
      directives: [condition],
      selectionSet: { kind: Kind.SELECTION_SET, selections: [inner] },
    }),
    conditioned,
  );
}

/** The conditions that a variable decides; null when a literal rules the selection out. */
function openConditions(directives: readonly DirectiveNode[]): DirectiveNode[] | null {
  const open: DirectiveNode[] = [];
  for (const directive of directives) {
    const value = directive.arguments?.find((argument) => argument.name.value === "if")?.value;
    if (value?.kind === Kind.VARIABLE) open.push(directive);
    else if (value?.kind === Kind.BOOLEAN && value.value !== (directive.name.value === "include"))
      return null;
  }
  return open;
}

function isSame(a: DirectiveNode, b: DirectiveNode): boolean {
  const variable = ({ arguments: given }: DirectiveNode) => {
    const value = given?.[0]?.value;
    return value?.kind === Kind.VARIABLE ? value.name.value : "";
  };
  return a.name.value === b.name.value && variable(a) === variable(b);
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
