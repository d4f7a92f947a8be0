import {
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  getNamedType,
  getNullableType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { NotReadable, readDocument } from "../read-document.ts";
import { endOfToken, prettify, tokenBefore } from "./prettify.ts";

/** A selection set and the type whose fields it selects. */
export interface Selected {
  set: SelectionSetNode;
  type: GraphQLNamedType;
}

/** A document with a field added. */
export interface Insertion {
  document: string;
  /** Offset behind the added field, or in its selection. */
  cursor: number;
  /** Variables that its required arguments need, with values to start from. */
  variables: Record<string, unknown>;
}

/** The innermost selection set around an offset; null outside of all, and in a document that is not valid. */
export function selectedAt(text: string, offset: number, schema: GraphQLSchema): Selected | null {
  const document = parsed(text);
  if (!document) return null;
  let found: Selected | null = null;
  const visit = (set: SelectionSetNode | undefined, type: GraphQLNamedType | undefined): void => {
    if (!set?.loc || !type || offset <= set.loc.start || offset >= set.loc.end) return;
    found = { set, type };
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) visit(node.selectionSet, typeOfField(type, node.name.value));
      else if (node.kind === Kind.INLINE_FRAGMENT)
        visit(node.selectionSet, conditionOf(node.typeCondition?.name.value, type, schema));
    }
  };
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION)
      visit(node.selectionSet, schema.getRootType(node.operation) ?? undefined);
    else if (node.kind === Kind.FRAGMENT_DEFINITION)
      visit(node.selectionSet, schema.getType(node.typeCondition.name.value));
  }
  return found;
}

/**
 * Adds a field. `names` leads from `parentType` to it, such as ["me", "plan"]; fields on the way are added when they are
 * missing. It goes into the selection set at the cursor where that has the type, else into the operation of a root type,
 * which is made when the document has none. Throws NotReadable with what the reader can do.
 */
export function insertField(
  text: string,
  offset: number,
  { schema, parentType, names }: { schema: GraphQLSchema; parentType: string; names: readonly string[] },
): Insertion {
  const isEmpty = text.replaceAll(/#[^\n]*/g, "").trim() === "";
  const start = isEmpty ? { text, offset: -1, set: null } : placeIn(text, offset, schema, parentType);
  const type = schema.getType(parentType);
  if (!type) throw new NotReadable(`The schema has no type ${parentType}.`);
  if (start.set) return insertInto(start.text, start.offset, { set: start.set, type }, names);
  const operation = operationOf(schema, parentType);
  if (!operation) throw new NotReadable(`Place the cursor in a selection of ${parentType} first.`);
  // An operation needs a selection to be one: the placeholder gives way to the field.
  const opened = `${text.trimEnd()}\n\n${operation} {\n  __typename\n}\n`.trimStart();
  const { set } = selectedAt(opened, opened.lastIndexOf("__typename"), schema)!;
  return insertInto(opened, opened.lastIndexOf("__typename"), { set, type }, names, true);
}

/** Where to insert: the selection set at the cursor, or that of the first operation of a root type. */
function placeIn(text: string, offset: number, schema: GraphQLSchema, parentType: string) {
  readDocument(text, null);
  const selected = selectedAt(text, offset, schema);
  if (selected?.type.name === parentType) return { text, offset, set: selected.set };
  const kind = operationOf(schema, parentType);
  const document = parsed(text)!;
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode =>
      node.kind === Kind.OPERATION_DEFINITION && node.operation === kind,
  );
  return { text, offset: operation?.selectionSet.loc?.end ?? -1, set: operation?.selectionSet ?? null };
}

interface Edit {
  at: number;
  /** End of the text that gives way. */
  to: number;
  text: string;
}

function insertInto(
  text: string,
  offset: number,
  { set, type }: Selected,
  names: readonly string[],
  replacesPlaceholder = false,
): Insertion {
  const [name = "", ...rest] = names;
  const field = fieldOf(type, name);
  if (!field) throw new NotReadable(`${type.name} has no field ${name}.`);
  const there = set.selections.find(
    (node) => node.kind === Kind.FIELD && node.name.value === name && node.alias === undefined,
  );
  if (there?.kind === Kind.FIELD && !replacesPlaceholder) {
    if (there.selectionSet && rest.length > 0)
      return insertInto(
        text,
        there.selectionSet.loc!.end,
        { set: there.selectionSet, type: getNamedType(field.type) },
        rest,
      );
    // It is selected already: the cursor goes there.
    const end = there.selectionSet ? there.selectionSet.loc!.start + 1 : there.loc!.end;
    return finish(text, [], end, {});
  }
  const arguments_ = new Arguments(text);
  const body = selectionText(type, names, arguments_);
  const before = set.selections.filter(({ loc }) => loc!.start < offset).at(-1);
  const at = replacesPlaceholder ? set.selections[0]!.loc!.start : (before?.loc!.end ?? set.loc!.start + 1);
  const to = replacesPlaceholder ? set.selections[0]!.loc!.end : at;
  const added = ` ${body.text} `;
  const edits = [{ at, to, text: added }, ...arguments_.definitions(set)];
  return finish(text, edits, at + 1 + body.cursor, arguments_.values);
}

/** Applies the edits and formats the document. `cursor` is an offset in the text with the first edit applied alone. */
function finish(
  text: string,
  edits: readonly Edit[],
  cursor: number,
  variables: Record<string, unknown>,
): Insertion {
  const shift = edits.slice(1).reduce((sum, edit) => sum + (edit.at < cursor ? edit.text.length : 0), 0);
  const whole = edits
    .toSorted((one, other) => other.at - one.at)
    .reduce((result, { at, to, text: added }) => result.slice(0, at) + added + result.slice(to), text);
  const number = tokenBefore(whole, cursor + shift);
  const document = prettify(whole);
  return { document, cursor: endOfToken(document, number), variables };
}

/** A field with its required arguments and, where it has fields, a first selection. */
function selectionText(
  type: GraphQLNamedType,
  [name = "", ...rest]: readonly string[],
  arguments_: Arguments,
): { text: string; cursor: number } {
  const field = fieldOf(type, name);
  if (!field) throw new NotReadable(`${type.name} has no field ${name}.`);
  const head = `${name}${arguments_.of(field)}`;
  const inner = getNamedType(field.type);
  if (rest.length > 0) {
    const deeper = selectionText(inner, rest, arguments_);
    return { text: `${head} { ${deeper.text} }`, cursor: head.length + 3 + deeper.cursor };
  }
  if (!isCompositeType(inner)) return { text: head, cursor: head.length };
  const first = firstLeaf(inner);
  return { text: `${head} { ${first} }`, cursor: head.length + 3 + first.length };
}

/** The id of a type, or its first field without fields and required arguments. */
function firstLeaf(type: GraphQLNamedType): string {
  if (!isObjectType(type) && !isInterfaceType(type)) return "__typename";
  const leaves = Object.values(type.getFields()).filter(
    (field) => !isCompositeType(getNamedType(field.type)) && !field.args.some(isRequiredArgument),
  );
  return (leaves.find(({ name }) => name === "id") ?? leaves[0])?.name ?? "__typename";
}

/** Variables for the required arguments of added fields. */
class Arguments {
  readonly values: Record<string, unknown> = {};
  private readonly added: string[] = [];
  private readonly taken: Set<string>;
  private readonly document: DocumentNode;

  constructor(text: string) {
    this.document = parsed(text)!;
    this.taken = new Set(
      this.document.definitions.flatMap((node) =>
        node.kind === Kind.OPERATION_DEFINITION
          ? (node.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
          : [],
      ),
    );
  }

  of(field: GraphQLField<unknown, unknown>): string {
    const required = field.args.filter(isRequiredArgument).map(({ name, type }) => {
      let variable = name;
      for (let number = 2; this.taken.has(variable); number++) variable = `${name}${number}`;
      this.taken.add(variable);
      this.added.push(`$${variable}: ${String(type)}`);
      this.values[variable] = startValue(type);
      return `${name}: $${variable}`;
    });
    return required.length === 0 ? "" : `(${required.join(", ")})`;
  }

  /** Definitions in the operation around a selection set, or in the first one for a fragment. */
  definitions(set: SelectionSetNode): Edit[] {
    if (this.added.length === 0) return [];
    const operations = this.document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    const around = operations.find(({ loc }) => loc!.start <= set.loc!.start && set.loc!.end <= loc!.end);
    const operation = around ?? operations[0];
    if (!operation) return [];
    const list = this.added.join(", ");
    const last = operation.variableDefinitions?.at(-1);
    const edit = (at: number, text: string): Edit[] => [{ at, to: at, text }];
    if (last) return edit(last.loc!.end, `, ${list}`);
    if (operation.name) return edit(operation.name.loc!.end, `(${list})`);
    const isShort = operation.loc!.startToken.kind === "{";
    if (isShort) return edit(operation.loc!.start, `query (${list}) `);
    return edit(operation.loc!.start + operation.operation.length, ` (${list})`);
  }
}

/** A value of a type to start from. */
function startValue(type: GraphQLInputType): unknown {
  const bare = getNullableType<GraphQLInputType>(type);
  if (isListType(bare)) return [];
  if (isEnumType(bare)) return bare.getValues()[0]?.name ?? "";
  if (isInputObjectType(bare)) {
    const required = Object.values(bare.getFields()).filter(
      (field) => isNonNullType(field.type) && field.defaultValue === undefined,
    );
    return Object.fromEntries(required.map((field) => [field.name, startValue(field.type)]));
  }
  const { name } = getNamedType(bare);
  if (name === "Boolean") return false;
  return ["Int", "Float", "Money", "Credits", "UsDollars"].includes(name) ? 0 : "";
}

function operationOf(schema: GraphQLSchema, typeName: string): OperationTypeNode | null {
  const kinds = [OperationTypeNode.QUERY, OperationTypeNode.MUTATION, OperationTypeNode.SUBSCRIPTION];
  return kinds.find((kind) => schema.getRootType(kind)?.name === typeName) ?? null;
}

function fieldOf(type: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | null {
  if (!isObjectType(type) && !isInterfaceType(type)) return null;
  const fields = type.getFields();
  return Object.hasOwn(fields, name) ? fields[name]! : null;
}

function typeOfField(type: GraphQLNamedType, name: string): GraphQLNamedType | undefined {
  const field = fieldOf(type, name);
  return field ? getNamedType(field.type) : undefined;
}

function conditionOf(name: string | undefined, type: GraphQLNamedType, schema: GraphQLSchema) {
  return name === undefined ? type : schema.getType(name);
}

function parsed(text: string): DocumentNode | null {
  try {
    return readDocument(text, null).document;
  } catch (error) {
    if (error instanceof NotReadable) return null;
    throw error;
  }
}
