import { Kind, type DocumentNode, type FieldDefinitionNode, type TypeNode } from "graphql";
import type { AccessFacts } from "../../src/access/rules.ts";
import { argument, named } from "./directive-values.ts";

/** The `@cacheable` of a field, as the supergraph has it. */
export interface StoredHint {
  /** Lifetime in seconds. 0: responses with this field are not cached. */
  maxAge: number;
  scope: string | null;
  events: readonly string[];
}

/** One field as the cache sees it. */
export interface CachedField {
  /** Name of its type, without lists and non-null. */
  typeName: string;
  hint: StoredHint | null;
  access: Partial<AccessFacts> | null;
}

/** What the supergraph says about caching. */
export interface CacheFacts {
  /** Fields of every object type, by type name. */
  objects: ReadonlyMap<string, ReadonlyMap<string, CachedField>>;
  /** Object types with a key. */
  entities: ReadonlySet<string>;
  /** Interfaces and unions. */
  abstractTypes: ReadonlySet<string>;
  /** True when any field has a lifetime. */
  hasHints: boolean;
}

/** Of a supergraph in which nothing may be cached. */
export const nothingCached: CacheFacts = {
  objects: new Map(),
  entities: new Set(),
  abstractTypes: new Set(),
  hasHints: false,
};

/** Reads hints, access and types of all fields from a supergraph. */
export function cacheFactsOf(document: DocumentNode): CacheFacts {
  const objects = new Map<string, Map<string, CachedField>>();
  const entities = new Set<string>();
  const abstractTypes = new Set<string>();
  let hasHints = false;
  for (const definition of document.definitions) {
    if (
      definition.kind === Kind.INTERFACE_TYPE_DEFINITION ||
      definition.kind === Kind.UNION_TYPE_DEFINITION
    ) {
      abstractTypes.add(definition.name.value);
    }
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    const fields = new Map<string, CachedField>();
    for (const field of definition.fields ?? []) {
      const read = readField(field);
      if (read.hint && read.hint.maxAge > 0) hasHints = true;
      fields.set(field.name.value, read);
    }
    objects.set(definition.name.value, fields);
    const hasKey = named(definition.directives, "join__type").some(
      (node) => argument(node, "key") !== undefined,
    );
    if (hasKey) entities.add(definition.name.value);
  }
  return { objects, entities, abstractTypes, hasHints };
}

function readField(field: FieldDefinitionNode): CachedField {
  const [access] = named(field.directives, "access");
  const [hint] = named(field.directives, "cacheable");
  const facts = access?.arguments?.map((node) => [node.name.value, argument(access, node.name.value)]);
  return {
    typeName: nameOf(field.type),
    access: facts ? (Object.fromEntries(facts) as Partial<AccessFacts>) : null,
    hint: hint
      ? {
          maxAge: Number(argument(hint, "maxAge") ?? 0),
          scope: (argument(hint, "scope") as string | undefined) ?? null,
          events: (argument(hint, "events") as string[] | undefined) ?? [],
        }
      : null,
  };
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}
