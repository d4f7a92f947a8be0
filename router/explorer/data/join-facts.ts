import { Kind, type ConstDirectiveNode, type DocumentNode, type TypeDefinitionNode } from "graphql";
import { argument, named } from "../../schema/directive-values.ts";
import { readGraphNames } from "../../schema/supergraph-facts.ts";

/** Which subgraphs have a type or field, and by which keys they find it. */
export interface JoinFacts {
  subgraphsOf(typeName: string, fieldName?: string): readonly string[];
  keysOf(typeName: string): readonly { subgraph: string; fields: string }[];
}

/** Reads the joins from a supergraph's SDL. */
export function readJoinFacts(supergraph: DocumentNode): JoinFacts {
  const graphNames = readGraphNames(supergraph);
  const subgraphs = new Map<string, readonly string[]>();
  const keys = new Map<string, { subgraph: string; fields: string }[]>();
  const graphsOf = (nodes: readonly ConstDirectiveNode[]): string[] =>
    [...new Set(nodes.map((node) => graphNames.get(argument(node, "graph") as string)!))]
      .filter(Boolean)
      .sort();
  for (const definition of supergraph.definitions) {
    if (!isTypeDefinition(definition)) continue;
    const name = definition.name.value;
    const joins = named(definition.directives, "join__type");
    subgraphs.set(name, graphsOf(joins));
    keys.set(
      name,
      joins
        .filter((node) => argument(node, "key") !== undefined)
        .map((node) => ({ subgraph: graphsOf([node])[0]!, fields: argument(node, "key") as string })),
    );
    for (const field of "fields" in definition ? (definition.fields ?? []) : []) {
      const own = named(field.directives, "join__field").filter(
        (node) => argument(node, "external") !== true,
      );
      subgraphs.set(`${name}.${field.name.value}`, own.length > 0 ? graphsOf(own) : graphsOf(joins));
    }
  }
  return {
    subgraphsOf: (typeName, fieldName) =>
      subgraphs.get(fieldName === undefined ? typeName : `${typeName}.${fieldName}`) ?? [],
    keysOf: (typeName) => keys.get(typeName) ?? [],
  };
}

const typeKinds: ReadonlySet<string> = new Set([
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.INPUT_OBJECT_TYPE_DEFINITION,
  Kind.ENUM_TYPE_DEFINITION,
  Kind.SCALAR_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.UNION_TYPE_DEFINITION,
]);

function isTypeDefinition(node: { kind: string }): node is TypeDefinitionNode {
  return typeKinds.has(node.kind);
}
