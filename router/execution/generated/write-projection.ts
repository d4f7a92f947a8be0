import {
  GraphQLID,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type FieldNode,
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
import type { ObjectScope, ResponseForm, WrittenField } from "./response-forms.ts";
import { Unsupported } from "./unsupported.ts";

export interface ProjectionOptions {
  /** Numbers of the aliases by their name in the plan: each document has keys of its own for them. */
  aliases: ReadonlyMap<string, number>;
  /** True when this process has completed every result, so that scalars have been checked. */
  isTrusted: boolean;
  tests: LeafTests;
}

interface Scope extends ProjectionOptions, ObjectScope {
  form: ResponseForm;
}

/**
 * Writes the last pass: from the slots with the fetched data straight to the response, in the order of the selections.
 * The code answers null for anything that needs an error or a null above it; the general projection takes over then.
 */
export function writeProjection(
  root: Place,
  type: GraphQLObjectType,
  { selections, form }: { selections: readonly SelectionNode[]; form: ResponseForm },
  options: ProjectionOptions,
): string {
  const writer = new CodeWriter();
  const names = new Map<string, string>();
  const nameOf = (key: string): string => {
    let name = names.get(key);
    if (name === undefined) names.set(key, (name = `k${names.size}`));
    return name;
  };
  const scope: Scope = { ...options, writer, nameOf, form };
  const result = writeFields(type, { place: root, object: null }, selections, scope);
  writer.line(`return ${result};`);
  const keys = [...names].map(([planKey, name]) => {
    const number = options.aliases.get(planKey);
    return `const ${name} = ${number === undefined ? quote(planKey) : `keys[${number}]`};`;
  });
  return [...keys, writer.body()].join("\n");
}

/** Merges the selections of each field, in the order of their first occurrences. */
function groupFields(selections: readonly SelectionNode[]): Map<string, [FieldNode, ...FieldNode[]]> {
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

/** Writes an object's fields and the object; returns the name that holds it. */
function writeFields(
  type: GraphQLObjectType,
  { place, object }: { place: Place; object: string | null },
  selections: readonly SelectionNode[],
  scope: Scope,
): string {
  const groups = groupFields(selections);
  const variables = openPlace(scope.writer, place, object, sourcesOf(place, groups.keys()));
  const fields: WrittenField[] = [];
  for (const [key, nodes] of groups) {
    fields.push([key, writeField(type, { place, variables, key }, nodes, scope)]);
  }
  return scope.form.object(fields, scope);
}

function writeField(
  type: GraphQLObjectType,
  { place, variables, key }: { place: Place; variables: PlaceVariables; key: string },
  nodes: readonly [FieldNode, ...FieldNode[]],
  scope: Scope,
): string {
  const name = nodes[0].name.value;
  if (name === "__typename") return scope.form.text(type.name);
  const field = type.getFields()[name];
  const placed = place.fields.get(key);
  if (!field || !placed) throw new Unsupported("a field that no fetch has");
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  const value = scope.writer.constant(readField(key, placed, variables));
  return writeValue(field.type, value, { placed, selections }, scope);
}

interface Selected {
  placed: PlacedField;
  selections: readonly SelectionNode[];
}

/** Writes the completion of a value; returns an expression of it. */
function writeValue(type: GraphQLOutputType, value: string, selected: Selected, scope: Scope): string {
  const { writer, form } = scope;
  if (isNonNullType(type)) {
    writer.line(`if (${value} === null || ${value} === undefined) ${giveUp}`);
    return writeNonNull(type.ofType, value, selected, scope);
  }
  if (isLeafType(type) && leafCheck(type, scope) === null) return form.optionalLeaf(value);
  const result = writer.name();
  writer.line(`let ${result} = ${form.null};`);
  writer.line(`if (${value} !== null && ${value} !== undefined) {`);
  writer.line(`${result} = ${writeNonNull(type, value, selected, scope)};`);
  writer.line("}");
  return result;
}

function writeNonNull(type: GraphQLOutputType, value: string, selected: Selected, scope: Scope): string {
  const { writer, form } = scope;
  if (isLeafType(type)) return form.leaf(writeLeaf(type, value, scope));
  if (isListType(type)) {
    writer.line(`if (!Array.isArray(${value})) ${giveUp}`);
    const [items, index] = [writer.name(), writer.name()];
    writer.line(`let ${items} = ${form.emptyList};`);
    writer.line(`for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {`);
    const item = writer.constant(`${value}[${index}]`);
    writer.line(form.add(items, writeValue(type.ofType, item, selected, scope), index));
    writer.line("}");
    return form.closeList(items);
  }
  const { place } = selected.placed;
  if (!isObjectType(type) || place?.type.name !== type.name) throw new Unsupported("an abstract type");
  refuseNonObject(writer, value);
  return writeFields(type, { place, object: value }, selected.selections, scope);
}

/** The test that a leaf's values need; null for none. */
function leafCheck(type: GraphQLLeafType, { isTrusted }: Scope): ((value: unknown) => boolean) | null {
  return isTrusted && !isEnumType(type) ? null : leafTest(type);
}

/** Writes the check of a leaf; returns an expression of its value. */
function writeLeaf(type: GraphQLLeafType, value: string, scope: Scope): string {
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
