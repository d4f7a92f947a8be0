import { Kind, parse, type SelectionSetNode } from "graphql";

/** Field names of a field set, each with the fields inside it. Those of fragments count as fields of the set. */
export type FieldSet = ReadonlyMap<string, FieldSet>;

/** Parses the text of `@key`, `@provides` and `@requires`. */
export function parseFieldSet(text: string): FieldSet {
  const [definition] = parse(`{ ${text} }`).definitions;
  return definition?.kind === Kind.OPERATION_DEFINITION ? read(definition.selectionSet) : new Map();
}

function read({ selections }: SelectionSetNode): FieldSet {
  const found = new Map<string, FieldSet>();
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      found.set(selection.name.value, selection.selectionSet ? read(selection.selectionSet) : new Map());
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      for (const [name, inner] of read(selection.selectionSet)) found.set(name, inner);
    }
  }
  return found;
}
