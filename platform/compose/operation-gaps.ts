import { isObjectType, type GraphQLSchema } from "graphql";
import type { StoredOperation } from "../../router/operations/registry.ts";
import { groupTitle } from "../../router/operations/tool-groups.ts";
import { appOf } from "../../router/tools/toolsets.ts";
import { ruleFor } from "../../src/access/shield.ts";
import type { BoundOperations } from "./compose.ts";
import type { CodePlaces } from "./code-places.ts";

/**
 * The missing parts of an operation, one sentence each, with the file to add them to. Empty when it is
 * complete.
 */
export function findOperationGaps(
  { graphs, publicSchema, registry }: Pick<BoundOperations, "graphs" | "publicSchema" | "registry">,
  places: CodePlaces,
): string[] {
  const operations = [...registry.values()];
  const isGraphqlOnly = (typeName: string, name: string) =>
    graphs.some(({ rules }) => ruleFor(rules, typeName, name)?.graphqlOnly);
  const served = new Set(operations.map(coordinateOf));
  const unserved = rootFieldsOf(publicSchema)
    .filter(({ typeName, name }) => graphs.some(({ schema }) => hasField(schema, typeName, name)))
    .filter(({ coordinate, typeName, name }) => !served.has(coordinate) && !isGraphqlOnly(typeName, name))
    .map(({ coordinate }) => rowMissing(coordinate, served, places));
  const ungrouped = operations
    .filter((operation) => hasNoGroup(operation))
    .map((operation) => groupMissing(operation, places));
  if (!places.hasSamples) return [...unserved, ...ungrouped];
  const unsampled = operations
    .filter(({ row }) => places.sampleOf(row.name) === null)
    .map((operation) => sampleMissing(operation, operations, places));
  return [...unserved, ...ungrouped, ...unsampled];
}

/** The message of a graph that cannot be built, with the files of each field that lacks a rule or a resolver. */
export function withRuleFiles(message: string, places: CodePlaces): string {
  return message
    .replaceAll(/\b((?:Query|Mutation)\.\w+) has no access rule/g, (text, coordinate: string) => {
      const [resolver, rules] = [places.resolverOf(coordinate), places.rulesOf(coordinate)];
      return `${text}${resolver ? ` (${resolver})` : ""}: add one to ${rules ?? "a .rules.ts file beside its resolver"}`;
    })
    .replaceAll(
      /\b((?:Query|Mutation)\.\w+) has an access rule but no resolver defines it/g,
      (text, coordinate: string) => {
        const rules = places.rulesOf(coordinate);
        if (!rules) return text;
        const resolver = places.resolverBeside(rules) ?? "a .resolver.ts file beside its rule";
        return `${coordinate} has an access rule (${rules}) but no resolver defines it: add it to ${resolver}`;
      },
    );
}

/** Fields of other subgraphs are served by GraphQL alone. */
function hasField(schema: GraphQLSchema, typeName: string, name: string): boolean {
  const type = schema.getType(typeName);
  return isObjectType(type) && Object.hasOwn(type.getFields(), name);
}

interface RootField {
  typeName: string;
  name: string;
  coordinate: string;
}

function rootFieldsOf(schema: GraphQLSchema): RootField[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.keys(root?.getFields() ?? {}).map((name) => ({
      typeName: root!.name,
      name,
      coordinate: `${root!.name}.${name}`,
    })),
  );
}

function coordinateOf({ kind, rootField }: StoredOperation): string {
  return `${kind === "query" ? "Query" : "Mutation"}.${rootField.name}`;
}

function rowMissing(coordinate: string, served: ReadonlySet<string>, places: CodePlaces): string {
  const resolver = places.resolverOf(coordinate);
  const neighbour = [...served].find((other) => resolver !== null && places.resolverOf(other) === resolver);
  const rows = neighbour && places.rowsOf(neighbour);
  const rowFile = rows ?? "a file in router/operations";
  const ruleFile = places.rulesOf(coordinate) ?? "its .rules.ts file";
  return `${coordinate}${resolver ? ` (${resolver})` : ""} has no row: add one to ${rowFile}, or graphqlOnly to its rule in ${ruleFile}`;
}

function hasNoGroup(operation: StoredOperation): boolean {
  const { tool } = operation.row;
  return tool !== undefined && groupTitle(appOf(operation), tool.group) === null;
}

function groupMissing(operation: StoredOperation, places: CodePlaces): string {
  const rows = places.rowsOf(coordinateOf(operation)) ?? "router/operations";
  const { name, tool } = operation.row;
  return `${name} (${rows}): the app ${appOf(operation)} has no tool group ${tool!.group}: add it to ${places.groupsOf(rows)}`;
}

function sampleMissing(
  { row, area }: StoredOperation,
  operations: readonly StoredOperation[],
  places: CodePlaces,
): string {
  const rowFile = (operation: StoredOperation) => places.rowsOf(coordinateOf(operation));
  const own = operations.find((operation) => operation.row === row)!;
  const near = operations.filter((other) => rowFile(other) === rowFile(own));
  const sameArea = operations.filter((other) => other.area.area === area.area);
  const file = [...near, ...sameArea].map((other) => places.sampleOf(other.row.name)).find((path) => path);
  return `${row.name} has no sample: add one to ${file ?? "test/walk/samples/door-samples.ts"}`;
}
