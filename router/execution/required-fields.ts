import {
  Kind,
  parse,
  print,
  type ArgumentNode,
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InterfaceTypeDefinitionNode,
  type NamedTypeNode,
  type ObjectTypeDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type TypeNode,
} from "graphql";
import { readServiceNames, textArgument } from "./entity-keys.ts";

/** A field that some subgraph requires, and the arguments it requires it with. */
export interface RequiredField {
  name: string;
  arguments: readonly ArgumentNode[];
}

/** The planned names of required fields with arguments, by the path of response keys below the entity. */
export type RequiredNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Which fields with arguments subgraphs require, under the names they have in plans. */
export interface RequiredFields {
  /** Empty for a supergraph without required fields that take arguments. */
  byName: ReadonlyMap<string, RequiredField>;
  /** What a subgraph requires for a field of its own. */
  namesFor(serviceName: string, typeName: string, fieldName: string): RequiredNames;
}

type ObjectLike = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode;

/**
 * Gives every required field that takes arguments a name of its own per combination of arguments, as a further field
 * of the supergraph. The planner (0.0.38) renames a requirement that stands beside the same field with other arguments,
 * but batches places where it did with places where it did not, and keeps one name for all. Under names of their own
 * no two requirements collide, with each other or with the fields of the client.
 */
export function nameRequiredFields(supergraph: DocumentNode): {
  document: DocumentNode;
  required: RequiredFields;
} {
  const naming = new Naming(supergraph);
  const definitions = supergraph.definitions.map((node) => (isObjectLike(node) ? naming.rename(node) : node));
  // Does not keep the syntax trees of all types.
  if (naming.byName.size === 0) return { document: supergraph, required: nothingRequired };
  const document = {
    ...supergraph,
    definitions: definitions.map((node) => (isObjectLike(node) ? naming.withRequiredFields(node) : node)),
  };
  return { document, required: naming };
}

const nothingRequired: RequiredFields = { byName: new Map(), namesFor: () => new Map() };

class Naming implements RequiredFields {
  readonly byName = new Map<string, RequiredField>();
  readonly #types = new Map<string, ObjectLike>();
  readonly #serviceNames: ReadonlyMap<string, string>;
  readonly #fieldNames = new Set<string>();
  readonly #names = new Map<string, string>();
  /** Planned names to declare, by type and by the field they stand for. */
  readonly #declared = new Map<string, Map<string, Set<string>>>();
  readonly #required = new Map<string, Map<string, Set<string>>>();

  constructor(supergraph: DocumentNode) {
    this.#serviceNames = readServiceNames(supergraph);
    for (const node of supergraph.definitions) {
      if (!isObjectLike(node)) continue;
      this.#types.set(node.name.value, node);
      for (const field of node.fields ?? []) this.#fieldNames.add(field.name.value);
    }
  }

  namesFor(serviceName: string, typeName: string, fieldName: string): RequiredNames {
    const merged = new Map<string, Set<string>>();
    const ownName = this.byName.get(fieldName)?.name ?? fieldName;
    for (const type of [typeName, ...this.#implementationsOf(typeName)]) {
      const own = this.#required.get(requirementKey(serviceName, type, ownName));
      for (const [path, names] of own ?? [])
        merged.set(path, new Set([...(merged.get(path) ?? []), ...names]));
    }
    return merged;
  }

  /** The type with its field sets under the planned names. */
  rename<T extends ObjectLike>(type: T): T {
    const fields = type.fields?.map((field) => {
      const directives = field.directives?.map((directive) => this.#renameIn(directive, type, field));
      return { ...field, directives };
    });
    return { ...type, fields };
  }

  /** The type with the fields that stand for its required ones; each is resolved by the same subgraphs. */
  withRequiredFields<T extends ObjectLike>(type: T): T {
    const names = this.#declared.get(type.name.value);
    if (!names) return type;
    const fields = type.fields?.flatMap((field) => {
      const copies = [...(names.get(field.name.value) ?? [])].map((value): FieldDefinitionNode => {
        const { arguments: _, description: __, ...rest } = field;
        return { ...rest, name: { kind: Kind.NAME, value } };
      });
      return [field, ...copies];
    });
    return { ...type, fields };
  }

  #renameIn(directive: ConstDirectiveNode, type: ObjectLike, field: FieldDefinitionNode): ConstDirectiveNode {
    const requires = directive.name.value === "join__field" ? textArgument(directive, "requires") : undefined;
    if (requires === undefined) return directive;
    const [parsed] = parse(`{${requires}}`, { noLocation: true }).definitions;
    if (parsed?.kind !== Kind.OPERATION_DEFINITION) return directive;
    const found = new Map<string, Set<string>>();
    const renamed = this.#renameSet(parsed.selectionSet, type.name.value, "", found);
    if (found.size === 0) return directive;
    const graph = directive.arguments?.find(({ name }) => name.value === "graph")?.value;
    const serviceName = graph?.kind === Kind.ENUM ? this.#serviceNames.get(graph.value) : undefined;
    this.#required.set(requirementKey(serviceName ?? "", type.name.value, field.name.value), found);
    const value = { kind: Kind.STRING, value: print(renamed).slice(1, -1).replaceAll(/\s+/g, " ").trim() };
    return {
      ...directive,
      arguments: directive.arguments?.map((argument) =>
        argument.name.value === "requires" ? { ...argument, value } : argument,
      ),
    } as ConstDirectiveNode;
  }

  #renameSet(
    set: SelectionSetNode,
    parent: string,
    path: string,
    found: Map<string, Set<string>>,
  ): SelectionSetNode {
    const selections = set.selections.map((selection): SelectionNode => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return selection;
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const on = selection.typeCondition?.name.value ?? parent;
        return { ...selection, selectionSet: this.#renameSet(selection.selectionSet, on, path, found) };
      }
      const name = selection.name.value;
      const field = this.#types.get(parent)?.fields?.find((one) => one.name.value === name);
      if (!field) return selection;
      const below = `${path}.${name}`;
      const selectionSet =
        selection.selectionSet &&
        this.#renameSet(selection.selectionSet, namedType(field.type), below, found);
      const { arguments: given = [], ...rest } = { ...selection, ...(selectionSet && { selectionSet }) };
      if (!field.arguments?.length) return rest;
      const planned = this.#nameOf(name, given);
      this.#declare(parent, name, planned);
      found.set(below, new Set([...(found.get(below) ?? []), planned]));
      return { ...rest, name: { kind: Kind.NAME, value: planned } };
    });
    return { ...set, selections };
  }

  #nameOf(name: string, given: readonly ArgumentNode[]): string {
    const key = `${name}(${given.map(print).toSorted().join()})`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    let planned = `required_${this.#names.size}_${name}`;
    while (this.#fieldNames.has(planned)) planned = `required_${planned}`;
    this.#names.set(key, planned);
    this.byName.set(planned, { name, arguments: given });
    return planned;
  }

  #declare(typeName: string, fieldName: string, planned: string): void {
    for (const type of [typeName, ...this.#implementationsOf(typeName)]) {
      const names = this.#declared.get(type) ?? new Map<string, Set<string>>();
      this.#declared.set(type, names.set(fieldName, (names.get(fieldName) ?? new Set()).add(planned)));
    }
  }

  #implementationsOf(name: string): string[] {
    if (this.#types.get(name)?.kind !== Kind.INTERFACE_TYPE_DEFINITION) return [];
    return [...this.#types.values()]
      .filter(({ interfaces }) => interfaces?.some((one: NamedTypeNode) => one.name.value === name))
      .map((type) => type.name.value);
  }
}

function requirementKey(serviceName: string, typeName: string, fieldName: string): string {
  return `${serviceName.toLowerCase()} ${typeName}.${fieldName}`;
}

function isObjectLike(node: DefinitionNode): node is ObjectLike {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION;
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}
