import { Kind, type ConstDirectiveNode, type DocumentNode } from "graphql";
import type { AccessFacts } from "../../src/access/rules.ts";
import { memoizeLastText } from "../../src/concurrency/memoize-last.ts";
import { parseDefinitions } from "../../src/graphql/schema/parse-definitions.ts";
import { cacheFactsOf, type CacheFacts } from "./cache-facts.ts";
import { argument, argumentsOf, named } from "./directive-values.ts";
import type { ConstraintLookup, JsonSchema } from "./json-schema.ts";

/** Facts about the composed graph that a document needs: which types are entities, and by which keys. */
export interface EntityKeys {
  /** Key field names by entity type name. */
  keys: ReadonlyMap<string, readonly string[]>;
  /** The subgraph that resolves a field, where only one does. */
  ownerOf(typeName: string, fieldName: string): string | null;
}

/** Facts of the supergraph about its coordinates beyond their types. */
export interface SupergraphFacts extends EntityKeys {
  /** Access facts of a field; null where it is reached only through a guarded one. */
  accessOf(typeName: string, fieldName: string): Partial<AccessFacts> | null;
  constraintOf: ConstraintLookup;
  /** What may be cached. */
  caching: CacheFacts;
  /** Subgraph names as supergraph.yaml writes them. */
  subgraphs: readonly string[];
}

/**
 * Reads owners, keys, access and constraints from a composed supergraph's SDL. Throws when a root field has no access
 * facts: a subgraph that forgets `@composeDirective` loses them without a word.
 */
export const readSupergraphFacts = memoizeLastText((supergraphSdl: string): SupergraphFacts => {
  const document = parseDefinitions(supergraphSdl);
  const graphNames = readGraphNames(document);
  const keys = new Map<string, string[]>();
  const owners = new Map<string, string | null>();
  const access = new Map<string, Partial<AccessFacts>>();
  const constraints = new Map<string, JsonSchema>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) {
      for (const field of definition.fields ?? []) {
        setConstraint(constraints, `${definition.name.value}.${field.name.value}`, field.directives);
      }
    }
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    const typeName = definition.name.value;
    const typeGraphs = named(definition.directives, "join__type").map(
      (node) => argument(node, "graph") as string,
    );
    const typeKeys = named(definition.directives, "join__type")
      .map((node) => argument(node, "key") as string | undefined)
      .filter((key): key is string => key !== undefined);
    if (typeKeys[0]) keys.set(typeName, typeKeys[0].split(/\s+/));
    for (const field of definition.fields ?? []) {
      const coordinate = `${typeName}.${field.name.value}`;
      const joins = named(field.directives, "join__field").filter(
        (node) => argument(node, "external") !== true,
      );
      const graphs = joins.length > 0 ? joins.map((node) => argument(node, "graph") as string) : typeGraphs;
      owners.set(coordinate, graphs.length === 1 ? (graphNames.get(graphs[0]!) ?? null) : null);
      const accessNode = named(field.directives, "access")[0];
      if (accessNode) access.set(coordinate, argumentsOf(accessNode));
      for (const arg of field.arguments ?? []) {
        setConstraint(constraints, `${coordinate}.${arg.name.value}`, arg.directives);
      }
    }
  }
  refuseUnguardedRoots(document, access);
  return {
    keys,
    ownerOf: (typeName, fieldName) => owners.get(`${typeName}.${fieldName}`) ?? null,
    accessOf: (typeName, fieldName) => access.get(`${typeName}.${fieldName}`) ?? null,
    constraintOf: (coordinate) => constraints.get(coordinate) ?? {},
    caching: cacheFactsOf(document),
    subgraphs: [...graphNames.values()],
  };
});

function refuseUnguardedRoots(document: DocumentNode, access: ReadonlyMap<string, unknown>): void {
  const roots = document.definitions.filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION);
  const missing = roots
    .filter((root) => ["Query", "Mutation", "Subscription"].includes(root.name.value))
    .flatMap((root) => (root.fields ?? []).map((field) => `${root.name.value}.${field.name.value}`))
    .filter((coordinate) => !access.has(coordinate));
  if (missing.length === 0) return;
  const faults = missing.map((coordinate) => `${coordinate} has no access facts`);
  throw new Error(`The supergraph does not say who may call what:\n  ${faults.join("\n  ")}`);
}

/** Names of the subgraphs as supergraph.yaml writes them, by the supergraph's names for them. */
export function readGraphNames(document: DocumentNode): Map<string, string> {
  const names = new Map<string, string>();
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.ENUM_TYPE_DEFINITION || definition.name.value !== "join__Graph") continue;
    for (const value of definition.values ?? []) {
      const join = named(value.directives, "join__graph")[0];
      if (join) names.set(value.name.value, argument(join, "name") as string);
    }
  }
  return names;
}

const jsonSchemaWords: Record<string, string> = { min: "minimum", max: "maximum" };

function setConstraint(
  constraints: Map<string, JsonSchema>,
  coordinate: string,
  directives: readonly ConstDirectiveNode[] | undefined,
): void {
  const node = named(directives, "constraint")[0];
  if (!node) return;
  const entries = Object.entries(argumentsOf(node)).map(([key, value]) => [
    jsonSchemaWords[key] ?? key,
    value,
  ]);
  constraints.set(coordinate, Object.fromEntries(entries) as JsonSchema);
}
