import {
  defaultFieldResolver,
  isAbstractType,
  isObjectType,
  getNamedType,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
} from "graphql";
import { isPromise } from "../concurrency/maybe-promise.ts";
import type { RequestContext } from "../context.ts";
import type { DomainError } from "../errors.ts";

/** A resolver of a guarded schema. */
export type Resolve = GraphQLFieldResolver<unknown, RequestContext, Record<string, unknown>>;

/** The refusal of a field, or null. */
export type FieldGuard = (...call: Parameters<Resolve>) => DomainError | null;

/** The refusal of an object, on what stands in its place. */
const refusalSlot = Symbol("refusal");

/** The refusal of an object that was refused when it was produced; null for any other. */
export function refusalIn(parent: unknown): DomainError | null {
  if (typeof parent !== "object" || parent === null) return null;
  return (parent as { [refusalSlot]?: DomainError })[refusalSlot] ?? null;
}

/**
 * Names of the types whose objects can be checked where they are produced: no interface or union may return them, but
 * for the one of entities.
 */
export function checkableTypes(schema: GraphQLSchema, typeNames: readonly string[]): Set<string> {
  const abstract = Object.values(schema.getTypeMap()).filter(isAbstractType);
  const hidden = new Set(
    abstract
      .filter(({ name }) => name !== "_Entity")
      .flatMap((type) => schema.getPossibleTypes(type).map(({ name }) => name)),
  );
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return new Set(
    typeNames.filter(
      (name) =>
        !hidden.has(name) && isObjectType(schema.getType(name)) && !roots.some((root) => root?.name === name),
    ),
  );
}

/**
 * Checks the rule of a whole type once per object, in each field that returns such objects, instead of once per field of
 * each object. In place of a refused object stands one whose every field is the refusal, so that clients find the same
 * errors at the same paths. Fields without a resolver of their own become plain again.
 */
export function guardObjects(schema: GraphQLSchema, guards: ReadonlyMap<string, FieldGuard>): void {
  if (guards.size === 0) return;
  const names = new Map(
    [...guards.keys()].map((name) => [
      name,
      Object.keys((schema.getType(name) as GraphQLObjectType).getFields()),
    ]),
  );
  const check: Check = (typeName, object, ctx, info) => {
    const guard = guards.get(typeName);
    const refusal = guard?.(object, {}, ctx, info) ?? null;
    return refusal ? refusedObject(object, names.get(typeName)!, refusal) : object;
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) {
      const produced = getNamedType(field.type).name;
      const isEntities = produced === "_Entity";
      if (!isEntities && !guards.has(produced)) continue;
      const inner = (field.resolve ?? defaultFieldResolver) as Resolve;
      const checkOne = isEntities
        ? (object: object, ctx: RequestContext, info: Info) => {
            const typeName = (object as { __typename?: unknown }).__typename;
            return typeof typeName === "string" ? check(typeName, object, ctx, info) : object;
          }
        : (object: object, ctx: RequestContext, info: Info) => check(produced, object, ctx, info);
      field.resolve = ((parent, args, ctx, info) =>
        checkAll(inner(parent, args, ctx, info), (object) => checkOne(object, ctx, info))) as Resolve;
    }
  }
}

type Info = Parameters<Resolve>[3];
type Check = (typeName: string, object: object, ctx: RequestContext, info: Info) => object;

/** The value with its objects checked: an object, a list, or a promise of either. */
function checkAll(value: unknown, check: (object: object) => object): unknown {
  if (typeof value !== "object" || value === null || value instanceof Error) return value;
  if (isPromise(value)) return value.then((settled) => checkAll(settled, check));
  if (Array.isArray(value)) return value.map((item: unknown) => checkAll(item, check));
  return check(value);
}

function refusedObject(object: object, fieldNames: readonly string[], refusal: DomainError): object {
  const refused: Record<string | symbol, unknown> = { [refusalSlot]: refusal };
  for (const name of fieldNames) refused[name] = refusal;
  const { __typename } = object as { __typename?: unknown };
  if (__typename !== undefined) Object.defineProperty(refused, "__typename", { value: __typename });
  return refused;
}
