import {
  isListType,
  getNullableType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  isInterfaceType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type FieldNode,
} from "graphql";
import { DomainError } from "../../src/errors.ts";

/** Bounds of an ad-hoc document. Depth counts with fragments flattened. */
export const documentLimits = {
  bytes: 15 * 1024,
  tokens: 1_000,
  depth: 8,
  aliases: 15,
  rootFields: 10,
  directives: 50,
  defers: 10,
  cost: 5_000,
  /** Rows that a list without a size argument is reckoned with, and the most it is reckoned with. */
  listSize: 20,
  maxListSize: 100,
} as const;

/** Complexity and shape of a document. */
export interface DocumentComplexity {
  cost: number;
  depth: number;
  aliases: number;
  rootFields: number;
  directives: number;
  /** `@defer`s, active or not. */
  defers: number;
  /** Each root field where it occurs, with its share of the cost. */
  roots: RootComplexity[];
}

export interface RootComplexity {
  field: FieldNode;
  cost: number;
}

const sizeArguments = ["first", "limit", "pageSize", "last"];

interface Walk {
  schema: GraphQLSchema;
  fragments: Map<string, FragmentDefinitionNode>;
  weight: DocumentComplexity;
  variables: Record<string, unknown>;
  /** Selections counted so far, with fragments flattened. */
  selections: number;
  /** Variables that sizes of lists were taken from. */
  sizeVariables: Set<string>;
  /** Fragments that are being looked into. */
  open: Set<string>;
}

/** Earlier results for an operation, by the values of the variables that determine list sizes. */
interface KnownWeights {
  sizeVariables: Set<string>;
  weights: Map<string, DocumentComplexity>;
}

const knownWeights = new WeakMap<OperationDefinitionNode, KnownWeights>();
/**
 * Sizes are between 1 and 100, so few operations ever have more. An operation with several size variables
 * starts over.
 */
const maxKnownWeights = 200;

/** As `measureComplexity`, remembered for as long as the parsed operation is: only sizes of lists change a weight. */
export function measureOnce(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): DocumentComplexity {
  let known = knownWeights.get(operation);
  if (known) {
    const weight = known.weights.get(sizeKey(known.sizeVariables, variables));
    if (weight) return weight;
  } else {
    known = { sizeVariables: new Set(), weights: new Map() };
    knownWeights.set(operation, known);
  }
  const { sizeVariables, weights } = known;
  const variablesBefore = sizeVariables.size;
  const weight = measureComplexity(schema, document, operation, variables, sizeVariables);
  // A walk that stopped early has not met all of them; one that went further makes the earlier keys too short.
  if (sizeVariables.size !== variablesBefore || weights.size >= maxKnownWeights) weights.clear();
  weights.set(sizeKey(sizeVariables, variables), weight);
  return weight;
}

/** True when no variable changes the weight of an operation that was measured. */
export function hasFixedWeight(operation: OperationDefinitionNode): boolean {
  return knownWeights.get(operation)?.sizeVariables.size === 0;
}

function sizeKey(sizeVariables: ReadonlySet<string>, variables: Record<string, unknown>): string {
  if (sizeVariables.size === 0) return "";
  let key = "";
  for (const name of sizeVariables) key += `${boundSize(variables[name])} `;
  return key;
}

/**
 * Weighs the operation: each object field counts 1, times the size of the lists around it. Introspection is
 * exempt from the depth, not from the rest. Stops early once the cost bound is passed.
 */
export function measureComplexity(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  sizeVariables = new Set<string>(),
): DocumentComplexity {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const weight: DocumentComplexity = {
    cost: 0,
    depth: 0,
    aliases: 0,
    rootFields: 0,
    directives: 0,
    defers: 0,
    roots: [],
  };
  const root = schema.getRootType(operation.operation);
  // A document is weighed before it is validated, too.
  if (!root) return weight;
  weight.directives += operation.directives?.length ?? 0;
  visitSelections(operation.selectionSet, root, 1, 1, {
    schema,
    fragments,
    weight,
    variables,
    selections: 0,
    sizeVariables,
    open: new Set(),
  });
  return weight;
}

const boundNames = ["cost", "depth", "aliases", "rootFields", "directives", "defers"] as const;

/** Throws QUERY_TOO_COMPLEX naming every bound that the document passes. */
export function refuseComplex(weight: DocumentComplexity): void {
  if (!isHeavy(weight)) return;
  const passed = boundNames.filter((name) => weight[name] > documentLimits[name]);
  const detail = Object.fromEntries(
    passed.map((name) => [name, { limit: documentLimits[name], actual: weight[name] }]),
  );
  const words = passed.map((name) => `${name} ${weight[name]} of at most ${documentLimits[name]}`).join(", ");
  throw new DomainError("QUERY_TOO_COMPLEX", `The document is too complex: ${words}.`, detail);
}

function isHeavy(weight: DocumentComplexity): boolean {
  for (const name of boundNames) if (weight[name] > documentLimits[name]) return true;
  return false;
}

function visitSelections(
  set: SelectionSetNode,
  type: GraphQLOutputType,
  depth: number,
  multiplier: number,
  walk: Walk,
): void {
  for (const selection of set.selections) {
    if (walk.weight.cost > documentLimits.cost) return;
    walk.selections += 1;
    // Fragments that spread others twice double at every level: looking itself must have a bound.
    if (walk.selections > documentLimits.cost) walk.weight.cost = walk.selections;
    walk.weight.directives += selection.directives?.length ?? 0;
    if (selection.directives?.some(({ name }) => name.value === "defer")) walk.weight.defers += 1;
    if (selection.kind === Kind.FIELD) {
      const before = walk.weight.cost;
      visitField(selection, type, depth, multiplier, walk);
      if (depth === 1) walk.weight.roots.push({ field: selection, cost: walk.weight.cost - before });
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      const on = selection.typeCondition ? walk.schema.getType(selection.typeCondition.name.value) : type;
      visitSelections(selection.selectionSet, (on ?? type) as GraphQLOutputType, depth, multiplier, walk);
    } else {
      visitSpread(selection.name.value, type, depth, multiplier, walk);
    }
  }
}

/** A fragment within itself, which only a document that is not valid has, is not looked into again. */
function visitSpread(
  name: string,
  type: GraphQLOutputType,
  depth: number,
  multiplier: number,
  walk: Walk,
): void {
  const fragment = walk.fragments.get(name);
  if (!fragment || walk.open.has(name)) return;
  const on = walk.schema.getType(fragment.typeCondition.name.value) ?? type;
  walk.open.add(name);
  visitSelections(fragment.selectionSet, on as GraphQLOutputType, depth, multiplier, walk);
  walk.open.delete(name);
}

function visitField(
  node: FieldNode,
  parent: GraphQLOutputType,
  depth: number,
  multiplier: number,
  walk: Walk,
): void {
  const { weight } = walk;
  const name = node.name.value;
  const isIntrospection = name.startsWith("__") || getNamedType(parent).name.startsWith("__");
  if (depth === 1) weight.rootFields += 1;
  if (node.alias) weight.aliases += 1;
  if (!isIntrospection) weight.depth = Math.max(weight.depth, depth);
  const field = fieldOf(parent, name);
  const named = field && getNamedType(field.type);
  if (!node.selectionSet) return;
  weight.cost += multiplier;
  if (!field || !isCompositeType(named)) return;
  const isList = isListType(getNullableType(field.type));
  // The schema has a size of its own, and graphql-js bounds how its lists nest.
  const size = isIntrospection ? 1 : isList ? listSize(node, walk) : pageSize(node, walk);
  visitSelections(node.selectionSet, named, depth + 1, multiplier * size, walk);
}

function fieldOf(parent: GraphQLOutputType, name: string): GraphQLField<unknown, unknown> | undefined {
  if (name === "__schema") return SchemaMetaFieldDef;
  if (name === "__type") return TypeMetaFieldDef;
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}

function listSize(node: FieldNode, walk: Walk): number {
  return sizeArgument(node, walk) ?? documentLimits.listSize;
}

/** A page object multiplies by its size argument; its list inside then counts as one. */
function pageSize(node: FieldNode, walk: Walk): number {
  return Math.max(1, (sizeArgument(node, walk) ?? 1) / documentLimits.listSize);
}

function sizeArgument(node: FieldNode, walk: Walk): number | null {
  const argument = node.arguments?.find((arg) => sizeArguments.includes(arg.name.value));
  if (!argument) return null;
  const { value } = argument;
  if (value.kind !== Kind.VARIABLE) return boundSize(value.kind === Kind.INT ? Number(value.value) : null);
  walk.sizeVariables.add(value.name.value);
  return boundSize(walk.variables[value.name.value]);
}

/** A size as it is reckoned with: the most where it is not known. */
function boundSize(value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value)) return documentLimits.maxListSize;
  return Math.min(Math.max(1, value), documentLimits.maxListSize);
}
