import {
  Kind,
  parse,
  type ConstDirectiveNode,
  type DocumentNode,
  type EnumTypeDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { ResponseObject } from "./execution.types.ts";

/** By which fields subgraphs find entities. */
export interface EntityKeys {
  /** False when the subgraph has keys for the representation's type, and a field is missing in each of them. */
  isComplete(serviceName: string, representation: ResponseObject): boolean;
}

/** Reads the keys of all subgraphs from the supergraph's `@join__type(graph:, key:)`. */
export function readEntityKeys({ definitions }: DocumentNode): EntityKeys {
  const serviceNames = readServiceNames({ definitions });
  const keys = new Map<string, SelectionSetNode[]>();
  for (const node of definitions) {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    for (const directive of node.directives ?? []) {
      const key = directive.name.value === "join__type" ? textArgument(directive, "key") : undefined;
      const serviceName = serviceNames.get(enumArgument(directive, "graph") ?? "");
      if (key === undefined || serviceName === undefined) continue;
      const [parsed] = parse(`{${key}}`, { noLocation: true }).definitions;
      if (parsed?.kind !== Kind.OPERATION_DEFINITION) continue;
      const name = keyName(serviceName, node.name.value);
      keys.set(name, [...(keys.get(name) ?? []), parsed.selectionSet]);
    }
  }
  return {
    isComplete(serviceName, representation) {
      const own = keys.get(keyName(serviceName, String(representation["__typename"])));
      return !own || own.some((key) => hasAll(representation, key));
    },
  };
}

/** The names of the subgraphs, in lower case, by their values of the enum `join__Graph`. */
export function readServiceNames({ definitions }: Pick<DocumentNode, "definitions">): Map<string, string> {
  const graphs = definitions.find(
    (node): node is EnumTypeDefinitionNode =>
      node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === "join__Graph",
  );
  const values = graphs?.values ?? [];
  return new Map(
    values.map(({ name, directives }) => [
      name.value,
      (textArgument(directives?.[0], "name") ?? name.value).toLowerCase(),
    ]),
  );
}

/** The text of a directive's argument; undefined where it has none. */
export function textArgument(directive: ConstDirectiveNode | undefined, name: string): string | undefined {
  const value = directive?.arguments?.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.STRING ? value.value : undefined;
}

function enumArgument(directive: ConstDirectiveNode, name: string): string | undefined {
  const value = directive.arguments?.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.ENUM ? value.value : undefined;
}

function keyName(serviceName: string, typeName: string): string {
  return `${serviceName.toLowerCase()} ${typeName}`;
}

/** True when every field of the set is there, be it null. */
function hasAll(value: unknown, { selections }: SelectionSetNode): boolean {
  if (value === null) return true;
  if (Array.isArray(value))
    return value.every((item) => hasAll(item, { kind: Kind.SELECTION_SET, selections }));
  if (typeof value !== "object") return false;
  return selections.every((node) => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return true;
    if (node.kind === Kind.INLINE_FRAGMENT) {
      const isOther =
        node.typeCondition && (value as ResponseObject)["__typename"] !== node.typeCondition.name.value;
      return isOther || hasAll(value, node.selectionSet);
    }
    const name = node.name.value;
    if (name === "__typename") return true;
    if (!Object.hasOwn(value, name)) return false;
    return !node.selectionSet || hasAll((value as ResponseObject)[name], node.selectionSet);
  });
}
