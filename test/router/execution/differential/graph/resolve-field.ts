import {
  defaultTypeResolver,
  GraphQLError,
  isAbstractType,
  isObjectType,
  responsePathAsArray,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from "graphql";
import { computed, requiredFields } from "./computed-fields.ts";
import { resolvers, type Arguments } from "./resolvers.ts";
import type { Row } from "./rows.ts";
import type { World } from "./world.ts";

const rowKey = Symbol("row");
const representationKey = Symbol("representation");

/** An entity as a subgraph knows it after a reference: its own row, and of others' fields only what was sent. */
export interface ReferencedRow {
  __typename: string;
  [rowKey]: Row;
  [representationKey]: Record<string, unknown>;
}

type Source = Row | ReferencedRow | undefined;

export function referencedRow(__typename: string, row: Row, sent: Record<string, unknown>): ReferencedRow {
  return { __typename, [rowKey]: row, [representationKey]: sent };
}

/** Where the fields that another one requires come from: a subgraph has only what it was sent. */
export type Owner = "subgraph" | "everything";

/** Gives every field of the schema its resolver. */
export function attachResolvers(schema: GraphQLSchema, owner: Owner): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type) && type.name !== "_Entity") type.resolveType = defaultTypeResolver;
    if (!isObjectType(type) || type.name.startsWith("_")) continue;
    for (const field of Object.values(type.getFields())) {
      if (!field.name.startsWith("_")) field.resolve = resolveField(owner);
    }
  }
}

function resolveField(owner: Owner): GraphQLFieldResolver<Source, World, Arguments> {
  return (source, args, world, info) => {
    const { fieldName } = info;
    const row = rowOf(source, info.parentType.name);
    const coordinate = `${row.__typename}.${fieldName}:${row.id}`;
    const fault = world.faults.get(coordinate);
    if (!isRequired(row.__typename, fieldName)) world.visited.push(coordinate);
    const strike = (...tail: number[]) => world.struck.push([...responsePathAsArray(info.path), ...tail]);
    if (fault === "throw") {
      strike();
      throw new GraphQLError(`fault at ${coordinate}`, { extensions: { code: "TOY_FAULT" } });
    }
    if (fault === "null") {
      strike();
      return null;
    }
    const value = valueOf(row, fieldName, args, world, owner === "subgraph" ? { source } : null);
    if (fault !== "hole" || !Array.isArray(value) || value.length === 0) return value;
    strike(0);
    return [null, ...value.slice(1)];
  };
}

function isRequired(typename: string, fieldName: string): boolean {
  return requiredFields.has(fieldName) || requiredFields.has(`${typename}.${fieldName}`);
}

function rowOf(source: Source, typename: string): Row {
  if (source === undefined) return { __typename: typename, id: "" };
  return rowKey in source ? source[rowKey] : source;
}

function valueOf(
  row: Row,
  field: string,
  args: Arguments,
  world: World,
  subgraph: { source: Source } | null,
): unknown {
  const compute = computed[row.__typename]?.[field];
  if (compute) {
    const need = subgraph
      ? (name: string) => sentField(subgraph.source, name)
      : (name: string) => valueOf(row, name, {}, world, null);
    return compute(need, args);
  }
  const resolve = resolvers[row.__typename]?.[field];
  return resolve ? resolve(row, args, world) : row[field];
}

function sentField(source: Source, name: string): unknown {
  if (source === undefined || !(representationKey in source)) {
    throw new GraphQLError(`${name} is required but there was no representation`);
  }
  return source[representationKey][name];
}
