import {
  astFromValue,
  getNamedType,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
  print,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLField,
  type GraphQLNamedType,
} from "graphql";
import { standardSchema } from "../../schema/json-schema.ts";
import type { DocsSource } from "./docs-source.ts";
import type { ArgumentDocs, FieldDocs, TypeDocs, TypeSummary } from "./docs.types.ts";
import { effectiveAccess } from "./effective-access.ts";
import { firstSentence } from "./first-sentence.ts";
import { readJoinFacts, type JoinFacts } from "./join-facts.ts";
import { invertReads, type Reach } from "./reach.ts";

interface TypeFacts extends Pick<DocsSource, "facts"> {
  joins: JoinFacts;
  reach: Reach;
  access: ReturnType<typeof effectiveAccess>;
  usedBy: ReadonlyMap<string, readonly string[]>;
}

/** Everything about every type of the graph; GraphQL's own scalars and introspection aside. */
export function typeDocs(source: DocsSource): TypeDocs[] {
  const { schema, facts, supergraph, registry } = source;
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type),
  );
  const known: TypeFacts = {
    facts,
    joins: readJoinFacts(supergraph),
    reach: invertReads(registry, schema),
    access: effectiveAccess(schema, facts),
    usedBy: usesOfTypes(types),
  };
  return types.map((type) => describeType(type, known)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Facts of a type for lists. */
export function summarizeType({
  name,
  kind,
  description,
  subgraphs,
  keys,
  fields,
  values,
}: TypeDocs): TypeSummary {
  return {
    name,
    kind,
    summary: firstSentence(description),
    subgraphs,
    isEntity: keys.length > 0,
    fields: fields.length + values.length,
  };
}

function describeType(type: GraphQLNamedType, known: TypeFacts): TypeDocs {
  return {
    name: type.name,
    kind: kindOf(type),
    description: type.description ?? "",
    subgraphs: known.joins.subgraphsOf(type.name),
    keys: known.joins.keysOf(type.name),
    fields: fieldsOf(type, known),
    values: isEnumType(type)
      ? type.getValues().map(({ name, description, deprecationReason }) => ({
          name,
          description: description ?? "",
          deprecation: deprecationReason ?? null,
        }))
      : [],
    usedBy: known.usedBy.get(type.name) ?? [],
  };
}

function fieldsOf(type: GraphQLNamedType, known: TypeFacts): FieldDocs[] {
  if (isObjectType(type) || isInterfaceType(type))
    return Object.values(type.getFields()).map((field) => describeField(type.name, field, known));
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => describeInputField(type.name, field, known));
  return [];
}

function describeField(typeName: string, field: GraphQLField<unknown, unknown>, known: TypeFacts): FieldDocs {
  const coordinate = `${typeName}.${field.name}`;
  const own = known.facts.accessOf(typeName, field.name);
  return {
    name: field.name,
    type: String(field.type),
    typeName: getNamedType(field.type).name,
    description: field.description ?? "",
    subgraphs: known.joins.subgraphsOf(typeName, field.name),
    ownAccess: own ? { ...own, auth: own.auth ?? "public" } : null,
    access: known.access.get(coordinate) ?? [],
    arguments: field.args.map((arg) => describeArgument(arg, coordinate, known)),
    deprecation: field.deprecationReason ?? null,
    documented: known.reach.isDocumented(coordinate),
    reach: known.reach.of(coordinate),
  };
}

function describeInputField(typeName: string, field: GraphQLInputField, known: TypeFacts): FieldDocs {
  const { constraint, defaultValue, ...shown } = describeArgument(field, typeName, known);
  return {
    ...shown,
    typeName: getNamedType(field.type).name,
    subgraphs: known.joins.subgraphsOf(typeName, field.name),
    ownAccess: null,
    access: [],
    arguments: [],
    documented: false,
    reach: [],
    constraint,
    defaultValue,
  };
}

function describeArgument(
  arg: GraphQLArgument | GraphQLInputField,
  coordinate: string,
  { facts }: TypeFacts,
): ArgumentDocs {
  const value = arg.defaultValue === undefined ? null : astFromValue(arg.defaultValue, arg.type);
  return {
    name: arg.name,
    type: String(arg.type),
    description: arg.description ?? "",
    defaultValue: value ? print(value) : null,
    constraint: standardSchema(facts.constraintOf(`${coordinate}.${arg.name}`)),
    deprecation: arg.deprecationReason ?? null,
  };
}

/** Coordinates of fields, arguments and input fields by the type they have. */
function usesOfTypes(types: readonly GraphQLNamedType[]): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  const add = (type: GraphQLType, coordinate: string) => {
    const { name } = getNamedType(type);
    uses.set(name, [...(uses.get(name) ?? []), coordinate]);
  };
  for (const type of types) {
    if (!isObjectType(type) && !isInputObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      add(field.type, `${type.name}.${field.name}`);
      if (!("args" in field)) continue;
      for (const arg of field.args) add(arg.type, `${type.name}.${field.name}(${arg.name}:)`);
    }
  }
  return uses;
}

function kindOf(type: GraphQLNamedType): TypeDocs["kind"] {
  if (isObjectType(type)) return "object";
  if (isInputObjectType(type)) return "input";
  if (isEnumType(type)) return "enum";
  if (isInterfaceType(type)) return "interface";
  if (isUnionType(type)) return "union";
  if (isScalarType(type)) return "scalar";
  throw new Error(`A type of an unknown kind: ${(type as GraphQLNamedType).name}`);
}
