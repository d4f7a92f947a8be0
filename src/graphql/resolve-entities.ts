import type { GraphQLFieldResolver, GraphQLSchema } from "graphql";
import type { RequestContext } from "../context.ts";
import { isPromise } from "../concurrency/maybe-promise.ts";

/** A reference to an entity: its `__typename` and the fields of one of its keys. */
export type EntityReference = Record<string, unknown>;

/** Loads the referenced entity, or null. This is a public entry point: narrow it to the principal's rows. */
export type ReferenceResolver = (reference: EntityReference, ctx: RequestContext) => unknown;

/**
 * Loads all entities of one type that a fetch references: for each reference, in order, the entity, null, or
 * the Error of this one. A thrown error applies to all of them. A public entry point as well.
 */
export interface BatchReferenceResolver {
  batch(
    references: readonly EntityReference[],
    ctx: RequestContext,
  ): readonly unknown[] | Promise<readonly unknown[]>;
}

export type EntityResolver = ReferenceResolver | BatchReferenceResolver;

/** The references of one type, and their positions in the whole list. */
interface TypeGroup {
  typeName: string;
  references: EntityReference[];
  indexes: number[];
}

/**
 * Adds the `_entities` resolver to a subgraph's schema: each type's resolver is called once for all references
 * of that type. Without promises from resolvers the result is synchronous; otherwise it is one promise of the
 * whole list. An entity's error stays at its own position and does not affect the others.
 */
export function resolveEntities(schema: GraphQLSchema, resolvers: ReadonlyMap<string, EntityResolver>): void {
  const field = schema.getQueryType()?.getFields()["_entities"];
  if (!field) return;
  const resolve: GraphQLFieldResolver<unknown, RequestContext, { representations: unknown[] }> = (
    _root,
    { representations },
    ctx,
  ) => {
    const groups = groupByType(representations);
    const loaded = groups.map((group) => loadGroup(group, resolvers.get(group.typeName), ctx));
    return loaded.some(isPromise)
      ? Promise.all(loaded.map(async (list) => list)).then((lists) => inOrder(groups, lists))
      : inOrder(groups, loaded as unknown[][]);
  };
  field.resolve = resolve as GraphQLFieldResolver<unknown, unknown>;
}

function groupByType(representations: readonly unknown[]): TypeGroup[] {
  const groups = new Map<string, TypeGroup>();
  let group: TypeGroup | undefined;
  for (let index = 0; index < representations.length; index++) {
    const reference = representations[index] as EntityReference;
    const typeName = String(reference["__typename"]);
    // One after the other is mostly of the same type.
    if (group?.typeName !== typeName) group = groups.get(typeName);
    if (!group) groups.set(typeName, (group = { typeName, references: [], indexes: [] }));
    group.references.push(reference);
    group.indexes.push(index);
  }
  return [...groups.values()];
}

function inOrder(groups: readonly TypeGroup[], lists: readonly (readonly unknown[])[]): unknown[] {
  const [only] = groups;
  if (only && groups.length === 1) return lists[0]!.map((entity) => withTypeName(entity, only.typeName));
  const entities: unknown[] = [];
  groups.forEach(({ typeName, indexes }, place) => {
    indexes.forEach((index, position) => {
      entities[index] = withTypeName(lists[place]![position], typeName);
    });
  });
  return entities;
}

/** The entities of a group's references, with errors as Error values: neither throws nor rejects. */
function loadGroup(
  group: TypeGroup,
  resolver: EntityResolver | undefined,
  ctx: RequestContext,
): unknown[] | Promise<unknown[]> {
  const { typeName, references } = group;
  if (!resolver) return forAll(group, new Error(`There is no entity type ${typeName} in this subgraph.`));
  if (typeof resolver === "function") {
    const entities = references.map((reference) => attempt(() => resolver(reference, ctx)));
    return entities.some(isPromise) ? Promise.all(entities) : entities;
  }
  const loaded = attempt(() => resolver.batch(references, ctx));
  return isPromise(loaded) ? loaded.then((list) => checkedList(group, list)) : checkedList(group, loaded);
}

function checkedList(group: TypeGroup, loaded: unknown): unknown[] {
  if (loaded instanceof Error) return forAll(group, loaded);
  const list = loaded as unknown[];
  if (list.length === group.references.length) return list;
  return forAll(
    group,
    new Error(
      `${group.references.length} references of ${group.typeName} were answered with ${list.length}.`,
    ),
  );
}

function forAll({ references }: TypeGroup, error: Error): Error[] {
  return references.map(() => error);
}

/** A value, or a promise of one, with a thrown error as an Error value. */
function attempt(load: () => unknown): unknown {
  try {
    const value = load();
    return isPromise(value) ? value.then((loaded) => loaded, toError) : value;
  } catch (thrown) {
    return toError(thrown);
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error
    ? thrown
    : new Error("A reference resolver threw what is no error.", { cause: thrown });
}

/**
 * The entity in the form from which the union `_Entity` finds its type: with its `__typename`, which is not
 * part of its data.
 */
function withTypeName(entity: unknown, typeName: string): unknown {
  if (typeof entity !== "object" || entity === null || entity instanceof Error) return entity ?? null;
  const known = (entity as EntityReference)["__typename"];
  if (known === typeName) return entity;
  // A frozen entity, or one that is known under another name, stays as it is.
  if (known !== undefined || !Object.isExtensible(entity)) return { ...entity, __typename: typeName };
  return Object.defineProperty(entity, "__typename", { value: typeName });
}
