import {
  buildASTSchema,
  execute,
  isAbstractType,
  isObjectType,
  parse,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from "graphql";
import type { Arguments, ComputedField, Row, SuiteCase, SuiteGraph, World } from "./suite.types.ts";

/** A run of the oracle: plain data, and the coordinates that must fail. */
interface OracleRun {
  graph: SuiteGraph;
  world: World;
  /** True for a field that a subgraph fails at, or that only subgraphs which are down resolve. */
  isLost(typeNames: readonly string[], fieldName: string): boolean;
}

/**
 * The schema that clients see, over the plain data. graphql-js, the reference implementation, computes the answer from
 * it; neither planner nor executor has a part in it.
 */
export function buildOracle(publicSdl: string): GraphQLSchema {
  const schema = buildASTSchema(withoutHiddenMembers(parse(publicSdl)), { assumeValidSDL: true });
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = (row: Row) => row.__typename;
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) field.resolve = resolve;
  }
  return schema;
}

/** Unions keep the names of members that are hidden. */
function withoutHiddenMembers(document: DocumentNode): DocumentNode {
  const names = new Set(document.definitions.map((node) => ("name" in node ? node.name?.value : undefined)));
  return visit(document, {
    UnionTypeDefinition: (node) => ({
      ...node,
      types: node.types?.filter(({ name }) => names.has(name.value)) ?? [],
    }),
  });
}

/** The answer to a case, and what is in reach of a fault. */
export function askOracle(schema: GraphQLSchema, graph: SuiteGraph, asked: SuiteCase): ExecutionResult {
  const contextValue: OracleRun = {
    graph,
    world: graph.world(),
    isLost: lossOf(graph, asked),
  };
  const document = parse(asked.query);
  return execute({
    schema,
    document,
    variableValues: asked.variables ?? {},
    contextValue,
  }) as ExecutionResult;
}

const resolve: GraphQLFieldResolver<Row | undefined, OracleRun, Arguments> = (row, args, run, info) => {
  const { fieldName, parentType } = info;
  const names = [parentType.name, ...parentType.getInterfaces().map(({ name }) => name)];
  if (run.isLost(names, fieldName)) throw new Error(`fault at ${fieldName}`);
  if (row === undefined) return valueOf(run.world.roots[parentType.name]?.[fieldName], args);
  const computed = computedField(run.graph, names, fieldName);
  return computed ? computed.value(computed.reads(row), args) : valueOf(row[fieldName], args);
};

function lossOf(graph: SuiteGraph, { faults = [], down = [], lost }: SuiteCase): OracleRun["isLost"] {
  const struck = new Set([...faults, ...(lost ?? [])]);
  const owners = down.length > 0 && !lost ? ownersOf(graph) : new Map<string, string[]>();
  return (typeNames, fieldName) => {
    const coordinates = typeNames.map((typeName) => `${typeName}.${fieldName}`);
    if (coordinates.some((coordinate) => struck.has(coordinate))) return true;
    const names = coordinates.flatMap((coordinate) => owners.get(coordinate) ?? []);
    return names.length > 0 && names.every((name) => down.includes(name));
  };
}

/** The computed field of a type or of one of its interfaces. */
export function computedField(
  { computed }: SuiteGraph,
  typeNames: readonly string[],
  fieldName: string,
): ComputedField | undefined {
  const name = typeNames.find((typeName) => computed?.[`${typeName}.${fieldName}`]);
  return name === undefined ? undefined : computed![`${name}.${fieldName}`];
}

/** A field's value in the plain data. */
export function valueOf(value: unknown, args: Arguments = {}): unknown {
  return typeof value === "function" ? (value as (given: Arguments) => unknown)(args) : (value ?? null);
}

/** The subgraphs that resolve each coordinate. */
function ownersOf({ subgraphs }: SuiteGraph): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const [name, sdl] of Object.entries(subgraphs)) {
    for (const coordinate of ownFields(sdl))
      owners.set(coordinate, [...(owners.get(coordinate) ?? []), name]);
  }
  return owners;
}

function ownFields(sdl: string): string[] {
  return parse(sdl).definitions.flatMap((definition) => {
    if (!("fields" in definition) || definition.kind.startsWith("Input")) return [];
    return (definition.fields ?? []).flatMap((field) => {
      const isExternal = field.directives?.some(({ name }) => name.value === "external");
      return isExternal ? [] : [`${definition.name?.value}.${field.name.value}`];
    });
  });
}
