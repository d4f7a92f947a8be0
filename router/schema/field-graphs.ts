import { Kind, type DocumentNode, type FieldDefinitionNode } from "graphql";
import { argument, named } from "./directive-values.ts";
import { readGraphNames } from "./supergraph-facts.ts";

/**
 * The subgraphs that may resolve each field of an object type, by coordinate and by their names in supergraph.yaml.
 * Fields of interface objects are resolved by the subgraphs of the interface.
 */
export function readFieldGraphs(document: DocumentNode): Map<string, ReadonlySet<string>> {
  const names = readGraphNames(document);
  const interfaces = new Map<string, ReadonlySet<string>>();
  const objects = new Map<string, ReadonlySet<string>>();
  for (const node of document.definitions) {
    if (node.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    const all = graphsOf(node.directives, "join__type", names);
    for (const field of node.fields ?? [])
      interfaces.set(`${node.name.value}.${field.name.value}`, resolvers(field, all, names) ?? all);
  }
  for (const node of document.definitions) {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    const all = graphsOf(node.directives, "join__type", names);
    for (const field of node.fields ?? []) {
      const inherited = () =>
        new Set(
          (node.interfaces ?? []).flatMap(({ name }) => [
            ...(interfaces.get(`${name.value}.${field.name.value}`) ?? []),
          ]),
        );
      objects.set(`${node.name.value}.${field.name.value}`, resolvers(field, all, names) ?? inherited());
    }
  }
  return objects;
}

/** Null for a field whose `@join__field` names no subgraph: an interface object has it. */
function resolvers(
  field: FieldDefinitionNode,
  all: ReadonlySet<string>,
  names: ReadonlyMap<string, string>,
): ReadonlySet<string> | null {
  const joins = named(field.directives, "join__field");
  if (joins.length === 0) return all;
  if (joins.some((node) => argument(node, "graph") === undefined)) return null;
  const found = joins.filter(
    (node) => argument(node, "external") !== true && argument(node, "usedOverridden") !== true,
  );
  return new Set(found.map((node) => nameOf(names, argument(node, "graph"))));
}

function graphsOf(
  directives: FieldDefinitionNode["directives"],
  name: string,
  names: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  return new Set(named(directives, name).map((node) => nameOf(names, argument(node, "graph"))));
}

function nameOf(names: ReadonlyMap<string, string>, graph: unknown): string {
  const name = names.get(String(graph));
  if (name === undefined)
    throw new Error(`The supergraph names a subgraph ${String(graph)} without @join__graph.`);
  return name;
}
