import { isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from "graphql";
import { getMetadataStorage, type ClassType } from "type-graphql";
import { compileArgument, type ParamMetadata } from "./convert-arguments.ts";

/** A resolver method, as type-graphql's metadata has it. */
interface HandlerMetadata {
  target: Function;
  methodName: string;
  schemaName: string;
  params?: ParamMetadata[];
  middlewares?: unknown[];
  roles?: unknown;
  kind?: "internal" | "external";
  getObjectType?: () => unknown;
}

interface Storage {
  queries: HandlerMetadata[];
  mutations: HandlerMetadata[];
  fieldResolvers: HandlerMetadata[];
  objectTypes: { target: Function; name: string }[];
}

type Resolve = GraphQLFieldResolver<unknown, unknown, Record<string, unknown>>;
type Param = (root: unknown, args: Record<string, unknown>, ctx: unknown, info: unknown) => unknown;

/**
 * Replaces type-graphql's resolvers by compiled ones that do the same: read, convert and validate the parameters, then
 * call the method. The library's sort and search their metadata at each call and answer in a later turn. Methods with
 * anything else (middleware, roles, decorators of parameters) keep the library's resolver.
 */
export function compileResolvers(schema: GraphQLSchema, resolvers: readonly ClassType[]): void {
  const storage = getMetadataStorage() as unknown as Storage;
  const isOurs = ({ target }: HandlerMetadata) => (resolvers as readonly Function[]).includes(target);
  const roots = [
    [schema.getQueryType(), storage.queries],
    [schema.getMutationType(), storage.mutations],
  ] as const;
  for (const [type, handlers] of roots) {
    for (const handler of handlers.filter(isOurs)) replace(type?.getFields()[handler.schemaName], handler);
  }
  const names = new Map(storage.objectTypes.map(({ target, name }) => [target as unknown, name]));
  for (const handler of storage.fieldResolvers.filter(isOurs)) {
    const type = schema.getType(names.get(handler.getObjectType?.()) ?? "");
    if (handler.kind === "external" && isObjectType(type))
      replace(type.getFields()[handler.schemaName], handler);
  }
}

function replace(field: { resolve?: unknown } | undefined, handler: HandlerMetadata): void {
  const compiled = field?.resolve && compile(handler);
  if (compiled) field.resolve = compiled;
}

/** Instances of resolver classes. They have no state. */
const instances = new Map<Function, Record<string, Function>>();

function compile({
  target,
  methodName,
  params = [],
  middlewares = [],
  roles,
}: HandlerMetadata): Resolve | null {
  if (middlewares.length > 0 || roles !== undefined) return null;
  const readers = params.toSorted((a, b) => a.index - b.index).map(compileParam);
  if (!readers.every((reader) => reader !== null)) return null;
  let instance = instances.get(target);
  if (!instance) {
    instance = new (target as new () => Record<string, Function>)();
    instances.set(target, instance);
  }
  const self = instance;
  const method = self[methodName]!;
  const [first, second, third] = readers;
  if (!first) return () => method.call(self) as unknown;
  if (!second) return (root, args, ctx, info) => method.call(self, first(root, args, ctx, info)) as unknown;
  if (!third)
    return (root, args, ctx, info) =>
      method.call(self, first(root, args, ctx, info), second(root, args, ctx, info)) as unknown;
  return (root, args, ctx, info) =>
    method.apply(
      self,
      readers.map((reader) => reader(root, args, ctx, info)),
    ) as unknown;
}

function compileParam(param: ParamMetadata): Param | null {
  const { kind, propertyName } = param;
  if (kind === "context")
    return propertyName === undefined
      ? (_root, _args, ctx) => ctx
      : (_root, _args, ctx) => read(ctx, propertyName);
  if (kind === "root" && !param.getType)
    return propertyName === undefined ? (root) => root : (root) => read(root, propertyName);
  if (kind === "info") return (_root, _args, _ctx, info) => info;
  const isPlain = param.validateFn === undefined && param.validateSettings === undefined;
  if ((kind !== "arg" && kind !== "args") || !isPlain) return null;
  const readArgument = compileArgument(param);
  return (_root, args) => readArgument(args);
}

function read(from: unknown, name: string): unknown {
  return (from as Record<string, unknown>)[name];
}
