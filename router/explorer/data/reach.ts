import { Kind, TypeInfo, visit, visitWithTypeInfo, type GraphQLSchema } from "graphql";
import type { OperationRegistry, StoredOperation } from "../../operations/registry.ts";
import type { ReachDocs } from "./docs.types.ts";

/** The coordinates of all fields that an operation's document reads, the root field first. */
export function readsOf({ document }: StoredOperation, schema: GraphQLSchema): string[] {
  const info = new TypeInfo(schema);
  const coordinates = new Set<string>();
  visit(
    document,
    visitWithTypeInfo(info, {
      [Kind.FIELD]: (node) => {
        const parent = info.getParentType();
        if (parent && !node.name.value.startsWith("__")) coordinates.add(`${parent.name}.${node.name.value}`);
      },
    }),
  );
  return [...coordinates];
}

/** Operations that reach a field: the inverse of the fields that operations read. */
export interface Reach {
  of(coordinate: string): readonly ReachDocs[];
  /** True when an operation reaches it that the product's source documents. */
  isDocumented(coordinate: string): boolean;
}

/** Inverts what all operations read. */
export function invertReads(registry: OperationRegistry, schema: GraphQLSchema): Reach {
  const byField = new Map<string, ReachDocs[]>();
  const documented = new Set<string>();
  for (const operation of registry.values()) {
    const { name, rest, tool, documented: isDocumented } = operation.row;
    const reach: ReachDocs = {
      operation: name,
      rest: rest ? `${rest.method} ${rest.path}` : null,
      tool: tool?.name ?? null,
    };
    for (const coordinate of readsOf(operation, schema)) {
      byField.set(coordinate, [...(byField.get(coordinate) ?? []), reach]);
      if (isDocumented) documented.add(coordinate);
    }
  }
  return {
    of: (coordinate) => byField.get(coordinate) ?? [],
    isDocumented: (coordinate) => documented.has(coordinate),
  };
}
