import {
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { StoredOperation } from "./registry.ts";
import {
  inPlace,
  nullable,
  outputLeafSchema,
  type JsonSchema,
  type PlaceType,
} from "../schema/json-schema.ts";

/** The body that an operation's REST door and tool answer with, as its document selects it. */
export function outputSchema(operation: StoredOperation): JsonSchema {
  const value = bareOutputSchema(operation);
  const { family, bodyKey } = operation.row;
  if (family !== "success") return value;
  const type = getNullableType(operation.rootField.type);
  if (!bodyKey && !isObjectType(type))
    throw new Error(`Operation ${operation.row.name}: only an object can carry success`);
  return {
    ...value,
    type: "object",
    properties: { success: { type: "boolean", const: true }, ...(value["properties"] as object) },
    required: ["success", ...((value["required"] as string[]) ?? [])],
  };
}

/** The body before `success` is added to it. */
export function bareOutputSchema(operation: StoredOperation, place: PlaceType = inPlace): JsonSchema {
  const definition = operation.document.definitions[0] as OperationDefinitionNode;
  const root = definition.selectionSet.selections[0] as FieldNode;
  const answer = typeSchema(operation.rootField.type, root.selectionSet, place);
  const { bodyKey } = operation.row;
  return bodyKey ? { type: "object", properties: { [bodyKey]: answer }, required: [bodyKey] } : answer;
}

function typeSchema(
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  place: PlaceType,
): JsonSchema {
  const bare = getNullableType(type) as GraphQLOutputType;
  const schema = isListType(bare)
    ? { type: "array", items: typeSchema(bare.ofType as GraphQLOutputType, selection, place) }
    : isObjectType(bare)
      ? place(bare, objectOf(bare, selection!, place))
      : outputLeafSchema(bare, place);
  return isNonNullType(type) ? schema : nullable(schema);
}

/** Documented fields without a value are null, never omitted: every selected field is required. */
function objectOf(type: GraphQLObjectType, selection: SelectionSetNode, place: PlaceType): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const node of selection.selections) {
    if (node.kind !== Kind.FIELD) throw new Error(`Stored documents select plain fields (${type.name})`);
    const field = type.getFields()[node.name.value];
    if (!field) continue;
    const description = field.description ? { description: field.description } : {};
    properties[node.alias?.value ?? node.name.value] = {
      ...typeSchema(field.type, node.selectionSet, place),
      ...description,
    };
  }
  return { type: "object", properties, required: Object.keys(properties) };
}
