import {
  getNamedType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { StoredOperation } from "../operations/registry.ts";

/** A listed field in the body of an operation. */
export interface FoundField {
  /** Dotted path; lists on the way are passed through without an index. */
  path: string;
  type: string;
  field: string;
}

/** The places in an operation's body of fields that are listed by their type. */
export function fieldsByType(
  { document, rootField, row }: StoredOperation,
  listed: Readonly<Record<string, readonly string[]>>,
): FoundField[] {
  const definition = document.definitions[0] as OperationDefinitionNode;
  const root = definition.selectionSet.selections[0] as FieldNode;
  const type = getNamedType(rootField.type);
  const start = row.bodyKey ? [row.bodyKey] : [];
  return isObjectType(type) && root.selectionSet ? fieldsIn(type, root.selectionSet, start, listed) : [];
}

function fieldsIn(
  type: GraphQLObjectType,
  selection: SelectionSetNode,
  path: readonly string[],
  listed: Readonly<Record<string, readonly string[]>>,
): FoundField[] {
  return selection.selections.flatMap((node) => {
    if (node.kind !== Kind.FIELD) return [];
    const own = [...path, node.alias?.value ?? node.name.value];
    const { value: field } = node.name;
    if (listed[type.name]?.includes(field)) return [{ path: own.join("."), type: type.name, field }];
    const inner = getNamedType(type.getFields()[field]?.type);
    return node.selectionSet && isObjectType(inner) ? fieldsIn(inner, node.selectionSet, own, listed) : [];
  });
}
