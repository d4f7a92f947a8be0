import {
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type SelectionNode,
} from "graphql";
import {
  CodeWriter,
  giveUp,
  openPlace,
  quote,
  readField,
  refuseNonObject,
  sourcesOf,
} from "./code-writer.ts";
import type { Place } from "./data-places.ts";
import { Unsupported } from "./unsupported.ts";
import {
  groupFields,
  placedFieldOf,
  writeLeaf,
  type ProjectionOptions,
  type Selected,
  type SelectedField,
  type SelectedObject,
} from "./write-projection.ts";

interface Scope extends ProjectionOptions {
  writer: CodeWriter;
  /** Response keys as constants of the code, by their name in the plan. */
  keys: Map<string, string>;
}

/**
 * As `writeProjection`, with the response's data as JSON. Each document has keys of its own for its aliases (`keys`: in
 * quotes, with a colon), and an object with other keys than all before it is an object of another form for the engine:
 * finding the forms of a thousand documents takes longer than all the rest of a short answer.
 */
export function writeText(
  root: Place,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
  options: ProjectionOptions,
): string {
  const writer = new CodeWriter();
  const scope: Scope = { ...options, writer, keys: new Map() };
  const result = writeFields(type, { place: root, object: null }, selections, scope);
  writer.line(`return ${result};`);
  const keys = [...scope.keys].map(
    ([planKey, name]) => `const ${name} = keys[${options.aliases.get(planKey)}];`,
  );
  return [...keys, writer.body()].join("\n");
}

/** Writes an object's fields; returns the name that holds the object's text. */
function writeFields(
  type: GraphQLObjectType,
  { place, object }: SelectedObject,
  selections: readonly SelectionNode[],
  scope: Scope,
): string {
  const { writer } = scope;
  const groups = groupFields(selections);
  const variables = openPlace(writer, place, object, sourcesOf(place, groups.keys()));
  const parts: string[] = [];
  let before = "{";
  for (const [key, nodes] of groups) {
    parts.push(...writeKey(before, key, scope), writeField(type, { place, variables, key }, nodes, scope));
    before = ",";
  }
  return writer.constant([...parts, quote(before === "{" ? "{}" : "}")].join(" + "));
}

/** The text before a field's value. */
function writeKey(before: string, key: string, { aliases, keys }: Scope): string[] {
  if (!aliases.has(key)) return [quote(`${before}${JSON.stringify(key)}:`)];
  let name = keys.get(key);
  if (name === undefined) keys.set(key, (name = `k${keys.size}`));
  return [quote(before), name];
}

function writeField(
  type: GraphQLObjectType,
  selected: SelectedField,
  nodes: readonly [FieldNode, ...FieldNode[]],
  scope: Scope,
): string {
  if (nodes[0].name.value === "__typename") return quote(JSON.stringify(type.name));
  const { field, placed } = placedFieldOf(type, selected, nodes);
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  const value = scope.writer.constant(readField(selected.key, placed, selected.variables));
  return writeValue(field.type, value, { placed, selections }, scope);
}

/** Writes the completion of a value; returns the name that holds its text. */
function writeValue(type: GraphQLOutputType, value: string, selected: Selected, scope: Scope): string {
  const { writer } = scope;
  if (isNonNullType(type)) {
    writer.line(`if (${value} === null || ${value} === undefined) ${giveUp}`);
    return writeNonNull(type.ofType, value, selected, scope);
  }
  const result = writer.name();
  writer.line(`let ${result} = "null";`);
  writer.line(`if (${value} !== null && ${value} !== undefined) {`);
  writer.line(`${result} = ${writeNonNull(type, value, selected, scope)};`);
  writer.line("}");
  return result;
}

function writeNonNull(type: GraphQLOutputType, value: string, selected: Selected, scope: Scope): string {
  const { writer } = scope;
  if (isLeafType(type)) return writer.constant(`leafText(${writeLeaf(type, value, scope)})`);
  if (isListType(type)) {
    writer.line(`if (!Array.isArray(${value})) ${giveUp}`);
    const [items, index] = [writer.name(), writer.name()];
    writer.line(`let ${items} = "[";`);
    writer.line(`for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {`);
    const item = writer.constant(`${value}[${index}]`);
    const text = writeValue(type.ofType, item, selected, scope);
    writer.line(`${items} += ${index} === 0 ? ${text} : "," + ${text};`);
    writer.line("}");
    return writer.constant(`${items} + "]"`);
  }
  const { place } = selected.placed;
  if (!isObjectType(type) || place?.type.name !== type.name) throw new Unsupported("an abstract type");
  refuseNonObject(writer, value);
  return writeFields(type, { place, object: value }, selected.selections, scope);
}
