import {
  GraphQLID,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type SelectionNode,
} from "graphql";
import { leafTest } from "../leaf-test.ts";
import {
  CodeWriter,
  giveUp,
  openPlace,
  quote,
  readField,
  refuseNonObject,
  sourcesOf,
  type LeafTests,
  type PlaceVariables,
} from "./code-writer.ts";
import type { Place, PlacedField } from "./data-places.ts";
import { Unsupported } from "./unsupported.ts";

export interface ProjectionOptions {
  /** Numbers of the aliases by their name in the plan: each document has keys of its own for them. */
  aliases: ReadonlyMap<string, number>;
  /** True when this process has completed every result, so that scalars have been checked. */
  isTrusted: boolean;
  tests: LeafTests;
}

interface Scope extends ProjectionOptions {
  writer: CodeWriter;
  /** Response keys as constants of the code, by their name in the plan. */
  keys: Map<string, string>;
}

/**
 * Writes the last pass: from the slots with the fetched data straight to the response, in the order of the selections.
 * The code answers null for anything that needs an error or a null above it; the general projection takes over then.
 */
export function writeProjection(
  root: Place,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
  options: ProjectionOptions,
): string {
  const writer = new CodeWriter();
  const scope: Scope = { ...options, writer, keys: new Map() };
  const result = writeFields(type, { place: root, object: null }, selections, scope);
  writer.line(`return ${result};`);
  const keys = [...scope.keys].map(([planKey, name]) => {
    const number = options.aliases.get(planKey);
    return `const ${name} = ${number === undefined ? quote(planKey) : `keys[${number}]`};`;
  });
  return [...keys, writer.body()].join("\n");
}

/** Merges the selections of each field, in the order of their first occurrences. */
export function groupFields(selections: readonly SelectionNode[]): Map<string, [FieldNode, ...FieldNode[]]> {
  const groups = new Map<string, [FieldNode, ...FieldNode[]]>();
  for (const node of selections) {
    if (node.kind !== Kind.FIELD) throw new Unsupported("a fragment");
    if (node.directives?.length) throw new Unsupported("a condition");
    const key = node.alias?.value ?? node.name.value;
    const known = groups.get(key);
    if (known) known.push(node);
    else groups.set(key, [node]);
  }
  return groups;
}

/** Objects of a place, and the variable that holds the one inside its parent. */
export interface SelectedObject {
  place: Place;
  object: string | null;
}

/** Writes an object's fields and the object; returns the name that holds it. */
function writeFields(
  type: GraphQLObjectType,
  { place, object }: SelectedObject,
  selections: readonly SelectionNode[],
  scope: Scope,
): string {
  const groups = groupFields(selections);
  const variables = openPlace(scope.writer, place, object, sourcesOf(place, groups.keys()));
  const values: [key: string, value: string][] = [];
  for (const [key, nodes] of groups) {
    values.push([key, writeField(type, { place, variables, key }, nodes, scope)]);
  }
  return writeObject(values, scope);
}

/** Objects with an alias get their keys one by one: a literal with computed keys takes the engine longer. */
function writeObject(values: readonly (readonly [string, string])[], scope: Scope): string {
  const { writer, aliases, keys } = scope;
  if (!values.some(([key]) => aliases.has(key))) {
    return writer.constant(`{ ${values.map(([key, value]) => `${quote(key)}: ${value}`).join(", ")} }`);
  }
  const object = writer.constant("{}");
  for (const [key, value] of values) {
    let name = keys.get(key);
    if (name === undefined) keys.set(key, (name = `k${keys.size}`));
    writer.line(`${object}[${name}] = ${value};`);
  }
  return object;
}

function writeField(
  type: GraphQLObjectType,
  selected: SelectedField,
  nodes: readonly [FieldNode, ...FieldNode[]],
  scope: Scope,
): string {
  if (nodes[0].name.value === "__typename") return quote(type.name);
  const { field, placed } = placedFieldOf(type, selected, nodes);
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  const value = scope.writer.constant(readField(selected.key, placed, selected.variables));
  return writeValue(field.type, value, { placed, selections }, scope);
}

/** A field of a place's object, by its key in the plan. */
export interface SelectedField {
  place: Place;
  variables: PlaceVariables;
  key: string;
}

/** The field with its type, and where the fetched data has it. */
export function placedFieldOf(
  type: GraphQLObjectType,
  { place, key }: SelectedField,
  [{ name }]: readonly [FieldNode, ...FieldNode[]],
): { field: GraphQLField<unknown, unknown>; placed: PlacedField } {
  const field = type.getFields()[name.value];
  const placed = place.fields.get(key);
  if (!field || !placed) throw new Unsupported("a field that no fetch has");
  return { field, placed };
}

export interface Selected {
  placed: PlacedField;
  selections: readonly SelectionNode[];
}

/** Writes the completion of a value; returns an expression of it. */
function writeValue(type: GraphQLOutputType, value: string, selected: Selected, scope: Scope): string {
  const { writer } = scope;
  if (isNonNullType(type)) {
    writer.line(`if (${value} === null || ${value} === undefined) ${giveUp}`);
    return writeNonNull(type.ofType, value, selected, scope);
  }
  if (isLeafType(type) && leafCheck(type, scope) === null)
    return `(${value} === undefined ? null : ${value})`;
  const result = writer.name();
  writer.line(`let ${result} = null;`);
  writer.line(`if (${value} !== null && ${value} !== undefined) {`);
  writer.line(`${result} = ${writeNonNull(type, value, selected, scope)};`);
  writer.line("}");
  return result;
}

function writeNonNull(type: GraphQLOutputType, value: string, selected: Selected, scope: Scope): string {
  const { writer } = scope;
  if (isLeafType(type)) return writeLeaf(type, value, scope);
  if (isListType(type)) {
    writer.line(`if (!Array.isArray(${value})) ${giveUp}`);
    const [items, index] = [writer.constant("[]"), writer.name()];
    writer.line(`for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {`);
    const item = writer.constant(`${value}[${index}]`);
    writer.line(`${items}.push(${writeValue(type.ofType, item, selected, scope)});`);
    writer.line("}");
    return items;
  }
  const { place } = selected.placed;
  if (!isObjectType(type) || place?.type.name !== type.name) throw new Unsupported("an abstract type");
  refuseNonObject(writer, value);
  return writeFields(type, { place, object: value }, selected.selections, scope);
}

/** The test that a leaf's values need; null for none. */
function leafCheck(
  type: GraphQLLeafType,
  { isTrusted }: ProjectionOptions,
): ((value: unknown) => boolean) | null {
  return isTrusted && !isEnumType(type) ? null : leafTest(type);
}

/** Writes the check of a leaf; returns an expression of its value. */
export function writeLeaf(
  type: GraphQLLeafType,
  value: string,
  scope: ProjectionOptions & { writer: CodeWriter },
): string {
  const { writer, tests } = scope;
  const test = leafCheck(type, scope);
  if (!test) return value;
  const call = tests.call(type, test, value);
  if (type.name !== GraphQLID.name) {
    writer.line(`if (!${call}) ${giveUp}`);
    return value;
  }
  const id = writer.constant(`Number.isSafeInteger(${value}) ? String(${value}) : ${value}`);
  writer.line(`if (typeof ${id} !== "string") ${giveUp}`);
  return id;
}
