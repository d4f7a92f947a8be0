import {
  getNamedType,
  GraphQLString,
  isAbstractType,
  isLeafType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { Unsupported } from "./unsupported.ts";

/**
 * A position of objects in an operation's data, and which fetches know which of its fields. The objects themselves are
 * never merged: each source keeps its own.
 */
export interface Place {
  type: GraphQLObjectType;
  /**
   * Where the fields of its objects are: the slot of a root fetch's data, the slot of a list with an entity for each
   * object, or `inside` for the object that its parent has.
   */
  sources: (number | typeof inside)[];
  fields: Map<string, PlacedField>;
}

/** The source of a place's objects that is found inside the parent's. */
export const inside = "inside";

export interface PlacedField {
  type: GraphQLOutputType;
  /** Indexes into the sources of its place, in the order of their fetches. */
  sources: number[];
  /** Null for leaves, and for objects of abstract types. */
  place: Place | null;
}

export function newPlace(type: GraphQLObjectType, sources: Place["sources"]): Place {
  return { type, sources, fields: new Map() };
}

/** Adds what fetches select to the places that they select it of. */
export class PlaceBuilder {
  readonly #schema: GraphQLSchema;
  #fields = 0;

  /** `schema` has the fields that clients do not see, too. */
  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Adds a selection set whose values are in the source with this index. */
  add(place: Place, set: SelectionSetNode, source: number, fragments: FetchFragments): void {
    for (const selection of set.selections) {
      if (selection.directives?.length) throw new Unsupported("a condition in a fetch");
      if (selection.kind !== Kind.FIELD) {
        const fragment =
          selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
        if (!fragment) throw new Unsupported("a fragment that is not there");
        const on = fragment.typeCondition?.name.value;
        if (on === undefined || this.#holds(on, place.type))
          this.add(place, fragment.selectionSet, source, fragments);
        continue;
      }
      const key = selection.alias?.value ?? selection.name.value;
      const field = this.#fieldOf(place, key, selection.name.value, source);
      if (selection.selectionSet && field.place) this.add(field.place, selection.selectionSet, 0, fragments);
    }
  }

  #fieldOf(place: Place, key: string, name: string, source: number): PlacedField {
    const known = place.fields.get(key);
    if (known) {
      if (known.sources.includes(source)) return known;
      if (!isLeafType(getNamedType(known.type))) throw new Unsupported("an object of two fetches");
      known.sources.push(source);
      return known;
    }
    if (++this.#fields > maxFields) throw new Unsupported("too many fields");
    const type = name === "__typename" ? GraphQLString : place.type.getFields()[name]?.type;
    if (!type) throw new Unsupported("a field that the supergraph does not have");
    const named = getNamedType(type);
    const below = isObjectType(named) ? newPlace(named, [inside]) : null;
    const field: PlacedField = { type, sources: [source], place: below };
    place.fields.set(key, field);
    return field;
  }

  /** Whether objects of the type fulfil a type condition. */
  #holds(condition: string, type: GraphQLObjectType): boolean {
    if (condition === type.name) return true;
    const on = this.#schema.getType(condition);
    return isAbstractType(on) && this.#schema.isSubType(on, type);
  }
}

/** Beyond, one function becomes too long for the compiler of the engine. */
const maxFields = 400;

export type FetchFragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** The operation and the fragments of a fetch's document. */
export function readFetch({ definitions }: DocumentNode): {
  operation: OperationDefinitionNode;
  fragments: FetchFragments;
} {
  const fragments = new Map<string, FragmentDefinitionNode>();
  let operation: OperationDefinitionNode | null = null;
  for (const node of definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
    else if (node.kind === Kind.OPERATION_DEFINITION) operation = node;
  }
  if (!operation) throw new Unsupported("a fetch without an operation");
  return { operation, fragments };
}
