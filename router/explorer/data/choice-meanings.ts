import { getNamedType, isEnumType, isInterfaceType, isObjectType, type GraphQLSchema } from "graphql";
import type { StoredOperation } from "../../operations/registry.ts";
import type { JsonSchema } from "../../schema/json-schema.ts";
import { choicesKey } from "../choices-key.ts";
import type { Meanings } from "./docs.types.ts";
import { readsOf } from "./reach.ts";

/** An enum of the graph with the descriptions of its values. */
interface DescribedEnum {
  name: string;
  meanings: Record<string, string>;
}

/**
 * Meanings of the values that an operation's input allows, by the list of values. A JSON Schema does not name its enum,
 * and inputs often list values by a pattern: the enum with the same values is meant. Of several, one that the operation
 * reads is taken; without such a one, only what all of them say.
 */
export function choiceMeanings(operation: StoredOperation, schema: GraphQLSchema): Meanings {
  const keys = new Set<string>();
  collectKeys(operation.inputSchema, keys);
  if (keys.size === 0) return {};
  const known = enumsOf(schema);
  const read = readEnums(operation, schema);
  const found: [string, Record<string, string>][] = [];
  for (const key of keys) {
    const candidates = known.get(key) ?? [];
    const own = candidates.find(({ name }) => read.has(name));
    const [first] = candidates;
    const areSame = candidates.every(({ meanings }) => isSame(meanings, first!.meanings));
    const chosen = own ?? (areSame ? first : undefined);
    if (chosen) found.push([key, chosen.meanings]);
  }
  return Object.fromEntries(found);
}

function collectKeys(schema: JsonSchema, keys: Set<string>): void {
  const {
    enum: values,
    properties,
    items,
  } = schema as {
    enum?: unknown[];
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
  };
  if (values) keys.add(choicesKey(values));
  for (const property of Object.values(properties ?? {})) collectKeys(property, keys);
  if (items) collectKeys(items, keys);
}

const enumsBySchema = new WeakMap<GraphQLSchema, Map<string, DescribedEnum[]>>();

function enumsOf(schema: GraphQLSchema): Map<string, DescribedEnum[]> {
  const kept = enumsBySchema.get(schema);
  if (kept) return kept;
  const enums = new Map<string, DescribedEnum[]>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isEnumType(type) || type.name.startsWith("__")) continue;
    const described = type.getValues().filter(({ description }) => description);
    if (described.length === 0) continue;
    const key = choicesKey(type.getValues().map(({ name }) => name));
    const meanings = Object.fromEntries(described.map(({ name, description }) => [name, description!]));
    enums.set(key, [...(enums.get(key) ?? []), { name: type.name, meanings }]);
  }
  enumsBySchema.set(schema, enums);
  return enums;
}

/** Names of the enums in the operation's arguments and response. */
function readEnums(operation: StoredOperation, schema: GraphQLSchema): Set<string> {
  const names = new Set(operation.rootField.args.map(({ type }) => getNamedType(type).name));
  for (const coordinate of readsOf(operation, schema)) {
    const [typeName = "", fieldName = ""] = coordinate.split(".");
    const type = schema.getType(typeName);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    const field = type.getFields()[fieldName];
    if (field) names.add(getNamedType(field.type).name);
  }
  return names;
}

function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
