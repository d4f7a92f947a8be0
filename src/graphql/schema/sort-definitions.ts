import { Kind, type DefinitionNode, type DocumentNode, type FieldDefinitionNode } from "graphql";

const rootTypes: ReadonlySet<string> = new Set(["Query", "Mutation", "Subscription"]);

/**
 * A schema document with its types and root fields by name. The order in which classes are loaded, and so where a file
 * lies, then leaves no trace in the published schema. Fields of other types keep the order in which their class lists
 * them.
 */
export function sortDefinitions(document: DocumentNode): DocumentNode {
  const definitions = document.definitions.map(withSortedRootFields);
  return { ...document, definitions: definitions.toSorted((a, b) => compare(typeNameOf(a), typeNameOf(b))) };
}

function withSortedRootFields(definition: DefinitionNode): DefinitionNode {
  const isRoot =
    (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION) &&
    rootTypes.has(definition.name.value);
  if (!isRoot) return definition;
  const byName = (a: FieldDefinitionNode, b: FieldDefinitionNode) => compare(a.name.value, b.name.value);
  return { ...definition, fields: (definition.fields ?? []).toSorted(byName) };
}

/** The name of the type that is defined; empty for the schema and for directives, which come first. */
function typeNameOf(definition: DefinitionNode): string {
  const isType = "name" in definition && definition.kind !== Kind.DIRECTIVE_DEFINITION;
  return isType ? (definition.name?.value ?? "") : "";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
