import type { EntityKeys } from "../schema/supergraph-facts.ts";
import {
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
  Kind,
  OperationTypeNode,
  parseType,
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type NameNode,
  type SelectionSetNode,
} from "graphql";
import type { OperationRow } from "./operation.ts";

/**
 * The generated document of an operation without a written one: its root field with all arguments as variables,
 * and all fields of its result's own types. Another entity is selected by its key; fields that another subgraph
 * adds are omitted, and so are fields that only another operation answers (`details`, by type).
 */
export function generateDocument(
  row: OperationRow,
  schema: GraphQLSchema,
  { entities, details }: { entities: EntityKeys; details: DetailFields },
): DocumentNode {
  const { kind, field } = rootField(row, schema);
  const owner = entities.ownerOf(kind === "query" ? "Query" : "Mutation", field.name);
  const selectionSet = selectOwned(getNamedType(field.type) as GraphQLObjectType, {
    entities,
    owner,
    isRoot: true,
    hidden: (type, name) => details.get(type)?.has(name) === true && row.details?.includes(name) !== true,
  });
  const root = fieldNode(field.name, {
    args: field.args.map((arg) => ({
      kind: Kind.ARGUMENT,
      name: nameNode(arg.name),
      value: { kind: Kind.VARIABLE, name: nameNode(arg.name) },
    })),
    selectionSet,
  });
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: kind === "query" ? OperationTypeNode.QUERY : OperationTypeNode.MUTATION,
        name: nameNode(row.name),
        variableDefinitions: field.args.map((arg) => ({
          kind: Kind.VARIABLE_DEFINITION,
          variable: { kind: Kind.VARIABLE, name: nameNode(arg.name) },
          type: parseType(optionalWhenDefaulted(arg), { noLocation: true }),
          directives: none,
        })),
        directives: none,
        selectionSet: { kind: Kind.SELECTION_SET, selections: [root] },
      },
    ],
  };
}

const none: readonly never[] = [];
const nameNodes = new Map<string, NameNode>();

/** The node of a name, the same for all documents: they have 26,000 names, and a few thousand different ones. */
function nameNode(value: string): NameNode {
  let node = nameNodes.get(value);
  if (!node) nameNodes.set(value, (node = { kind: Kind.NAME, value }));
  return node;
}

/** A field with all properties that a parsed one has, so that code sees one shape of object. */
function fieldNode(
  name: string,
  parts: { args?: readonly ArgumentNode[]; selectionSet?: SelectionSetNode | null } = {},
): FieldNode {
  return {
    kind: Kind.FIELD,
    alias: undefined,
    name: nameNode(name),
    arguments: parts.args ?? none,
    directives: none,
    selectionSet: parts.selectionSet ?? undefined,
  };
}

/** Fields that some operations alone answer, by the type that has them. */
export type DetailFields = ReadonlyMap<string, ReadonlySet<string>>;

/** Adds the details of a row to those of its result's type. Throws for a field that the result does not have. */
export function addDetails(
  details: Map<string, Set<string>>,
  row: OperationRow,
  schema: GraphQLSchema,
): void {
  const { name: operation, details: own = [] } = row;
  if (own.length === 0) return;
  const type = getNamedType(rootField(row, schema).field.type);
  const fields = isObjectType(type) ? type.getFields() : {};
  const unknown = own.find((name) => !Object.hasOwn(fields, name));
  if (unknown) throw new Error(`Operation ${operation}: ${type.name} has no field ${unknown}`);
  details.set(type.name, new Set([...(details.get(type.name) ?? []), ...own]));
}

/** The fields of details of some operations, by the type that has them. */
export function detailsOf(
  operations: Iterable<{ row: OperationRow; rootField: GraphQLField<unknown, unknown> }>,
): DetailFields {
  const details = new Map<string, Set<string>>();
  for (const { row, rootField: field } of operations) {
    const type = getNamedType(field.type).name;
    if (row.details) details.set(type, new Set([...(details.get(type) ?? []), ...row.details]));
  }
  return details;
}

/** The root field a row names. Throws when the schema has no such field. */
export function rootField(
  row: OperationRow,
  schema: GraphQLSchema,
): { kind: "query" | "mutation"; field: GraphQLField<unknown, unknown> } {
  const [kind, name] = row.field.split(".") as ["query" | "mutation", string];
  const root = kind === "query" ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[name];
  if (!field) throw new Error(`Operation ${row.name}: the schema has no ${row.field}`);
  return { kind, field };
}

/** An argument with a default is optional, so its variable is nullable and carries no default of its own. */
function optionalWhenDefaulted(arg: GraphQLField<unknown, unknown>["args"][number]): string {
  const type = String(arg.type);
  return arg.defaultValue !== undefined && isNonNullType(arg.type) ? type.slice(0, -1) : type;
}

interface Selecting {
  entities: EntityKeys;
  owner: string | null;
  isRoot: boolean;
  /** True for a field that another operation answers alone. */
  hidden(type: string, field: string): boolean;
}

function selectOwned(type: GraphQLObjectType, scope: Selecting): SelectionSetNode | null {
  if (!isObjectType(type)) return null;
  const keys = scope.entities.keys.get(type.name);
  const names = keys && !scope.isRoot ? keys : Object.keys(type.getFields());
  const selections: FieldNode[] = [];
  for (const name of names) {
    if (scope.hidden(type.name, name)) continue;
    const field = type.getFields()[name]!;
    const named = getNamedType(field.type);
    const fieldOwner = scope.entities.ownerOf(type.name, name);
    if (fieldOwner !== null && scope.owner !== null && fieldOwner !== scope.owner) continue;
    if (field.args.some((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined)) continue;
    if (isLeafType(named)) selections.push(fieldNode(name));
    else {
      // Rows of a page are what the call is about, so an entity inside one is shown whole.
      const isRow = scope.isRoot && !keys;
      const selectionSet = selectOwned(named as GraphQLObjectType, { ...scope, isRoot: isRow });
      if (selectionSet) selections.push(fieldNode(name, { selectionSet }));
    }
  }
  return selections.length > 0 ? { kind: Kind.SELECTION_SET, selections } : null;
}
