import { buildSubgraphSchema } from "@apollo/subgraph";
import { printSchemaWithDirectives } from "@graphql-tools/utils";
import {
  GraphQLSchema,
  isObjectType,
  isUnionType,
  print,
  specifiedDirectives,
  GraphQLDirective,
  DirectiveLocation,
  type GraphQLScalarType,
} from "graphql";
import { buildSchemaSync, createResolversMap, getMetadataStorage, type ClassType } from "type-graphql";
import type { RuleMap } from "../access/rules.ts";
import { guardSchema, isRule, unruledEntries } from "../access/shield.ts";
import type { CacheHints } from "../access/cache-hints.ts";
import { compileResolvers } from "./arguments/compile-resolvers.ts";
import { readConstraints } from "./constraints.ts";
import { checkLengthsFirst } from "./length-first.ts";
import { annotate, metadataDirectiveDefinitions, subgraphHeader } from "./metadata-directives.ts";
import { describeInputArguments } from "./describe-inputs.ts";
import { packText } from "../text/packed-text.ts";
import { compactSchema } from "./schema/compact-schema.ts";
import { parseDefinitions } from "./schema/parse-definitions.ts";
import { resolveEntities, type EntityResolver } from "./resolve-entities.ts";
import { sortDefinitions } from "./schema/sort-definitions.ts";
import { validateArgument } from "./arguments/validate-argument.ts";

/** One feature's part of a subgraph. */
export interface FeatureGraph {
  resolvers: readonly ClassType[];
  rules: RuleMap;
  /** Data without an owner that the router may cache. Default: none. */
  caching?: CacheHints;
  /** How entities are found by their keys: one at a time, or in batches where that saves work. */
  references?: Record<string, EntityResolver>;
  /** True when the feature opens a subscription; a type named Subscription is refused otherwise. */
  hasSubscriptions?: boolean;
  /** Object types that no field returns by name. */
  orphanedTypes?: readonly ClassType[];
}

export interface SubgraphOptions {
  name: string;
  features: readonly FeatureGraph[];
  scalars: readonly { type: Function | GraphQLScalarType; scalar: GraphQLScalarType }[];
  /** Wraps fields before they are guarded, so that what it adds runs only for admitted calls. */
  inside?(schema: GraphQLSchema, rules: RuleMap): void;
  /** Wraps fields after they are guarded, so that what it adds sees refusals too. */
  outside?(schema: GraphQLSchema, rules: RuleMap): void;
}

/** A subgraph as a router runs it: its guarded executable schema, and its SDL for composition. */
export interface SubgraphGraph {
  name: string;
  schema: GraphQLSchema;
  /** Unpacked at each reading. */
  readonly sdl: string;
  rules: RuleMap;
}

/**
 * Builds a federation 2 subgraph from type-graphql classes: SDL with keys and composed metadata, executable
 * schema with reference resolvers, guarded by the features' rules. Throws when a root field or a type with a
 * key has no rule, or has no reference resolver, or is named like a root type without being one.
 */
export function buildSubgraph(options: SubgraphOptions): SubgraphGraph {
  const rules = mergeRules(options.features.map((feature) => feature.rules));
  const typed = buildTypedSchema(options);
  compileResolvers(
    typed,
    options.features.flatMap((feature) => [...feature.resolvers]),
  );
  describeInputArguments(typed);
  const body = printSchemaWithDirectives(withoutFederationDirectives(typed));
  const caching = mergeHints(options.features);
  const annotated = annotate(body, { rules, caching, constraints: readConstraints() });
  const sdl = [subgraphHeader, metadataDirectiveDefinitions, print(sortDefinitions(annotated))]
    .map((part) => part.trim())
    .join("\n\n");
  const schema = buildSubgraphSchema([
    { typeDefs: parseDefinitions(sdl), resolvers: createResolversMap(typed) as never },
  ]);
  releaseDocument(schema);
  const references = mergeReferences(options.features);
  refuseGaps(options, { schema, rules, references, caching });
  resolveEntities(schema, references);
  options.inside?.(schema, rules);
  const guarded = guardSchema(schema, rules);
  options.outside?.(guarded, rules);
  // The guarded schema is a copy whose fields call those of the first one.
  compactSchema(schema);
  const text = packText(sdl);
  return {
    name: options.name,
    schema: compactSchema(guarded),
    get sdl() {
      return text();
    },
    rules,
  };
}

/** Replaces the library's resolvers of `_service` and `_Entity`, which keep the whole syntax tree of the subgraph. */
function releaseDocument(schema: GraphQLSchema): void {
  const service = schema.getQueryType()!.getFields()["_service"]!;
  const { sdl } = service.resolve!({}, {}, {}, {} as never) as { sdl: string };
  const text = packText(sdl);
  service.resolve = () => ({ sdl: text() });
  const entity = schema.getType("_Entity");
  if (isUnionType(entity))
    entity.resolveType = (found: unknown) => (found as { __typename: string }).__typename;
}

function buildTypedSchema(options: SubgraphOptions): GraphQLSchema {
  // Plain fields are read as they are; type-graphql would wrap each in a middleware chain.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers ??= true;
  const { inputTypes, argumentTypes } = getMetadataStorage();
  checkLengthsFirst([...inputTypes, ...argumentTypes].map(({ target }) => target));
  const resolvers = options.features.flatMap((feature) => feature.resolvers);
  return buildSchemaSync({
    resolvers: resolvers as unknown as [Function, ...Function[]],
    orphanedTypes: options.features.flatMap((feature) => [...(feature.orphanedTypes ?? [])]) as Function[],
    directives: [...specifiedDirectives, keyDirective],
    scalarsMap: options.scalars.map(({ type, scalar }) => ({ type, scalar })) as never,
    skipCheck: true,
    pubSub: noPubSub,
    // The library's default imports the validator again for each argument.
    validateFn: validateArgument,
  });
}

/** Every subscription opens its own source, but type-graphql requires a broker. */
const noPubSub = {
  publish: () => {
    throw new Error("A subscription needs a subscribe function.");
  },
  subscribe: () => {
    throw new Error("A subscription needs a subscribe function.");
  },
};

const keyDirective = new GraphQLDirective({
  name: "key",
  isRepeatable: true,
  locations: [DirectiveLocation.OBJECT, DirectiveLocation.INTERFACE],
});

/** The definitions come back through `@link`; printing them would define them twice. */
function withoutFederationDirectives(schema: GraphQLSchema): GraphQLSchema {
  return new GraphQLSchema({ ...schema.toConfig(), directives: [...specifiedDirectives] });
}

function mergeReferences(features: readonly FeatureGraph[]): Map<string, EntityResolver> {
  const merged = new Map<string, EntityResolver>();
  for (const { references } of features) {
    for (const [typeName, resolver] of Object.entries(references ?? {})) {
      if (merged.has(typeName)) throw new Error(`Two features find the type ${typeName} by reference`);
      merged.set(typeName, resolver);
    }
  }
  return merged;
}

function refuseGaps(
  options: SubgraphOptions,
  built: {
    schema: GraphQLSchema;
    rules: RuleMap;
    references: ReadonlyMap<string, EntityResolver>;
    caching: CacheHints;
  },
): void {
  const { schema, rules, references, caching } = built;
  const keyed = keyedTypes(schema);
  const faults = unruledEntries(schema, rules, keyed).map((coordinate) => `${coordinate} has no access rule`);
  for (const typeName of keyed) {
    if (!references.has(typeName)) faults.push(`${typeName} has a key but no reference resolver`);
  }
  faults.push(...rulesWithoutField(schema, rules), ...hintsWithoutField(schema, caching));
  for (const [kind, root] of rootTypes(schema)) {
    const named = schema.getType(kind);
    if (named && named !== root) faults.push(`a type is named ${kind} without being the root type`);
    if (root && root.name !== kind) faults.push(`the ${kind} root type is named ${root.name}`);
  }
  if (
    isObjectType(schema.getType("Subscription")) &&
    !options.features.some((feature) => feature.hasSubscriptions)
  ) {
    faults.push("a type is named Subscription, which would become the subscription root");
  }
  if (faults.length > 0)
    throw new Error(`Subgraph ${options.name} cannot be built:\n  ${faults.join("\n  ")}`);
}

function rulesWithoutField(schema: GraphQLSchema, rules: RuleMap): string[] {
  return Object.entries(rules).flatMap(([typeName, entry]) => {
    const type = schema.getType(typeName);
    if (isRule(entry) || !isObjectType(type)) return [];
    const fields = type.getFields();
    return Object.keys(entry)
      .filter((name) => !Object.hasOwn(fields, name))
      .map((name) => `${typeName}.${name} has an access rule but no resolver defines it`);
  });
}

function hintsWithoutField(schema: GraphQLSchema, caching: CacheHints): string[] {
  return Object.keys(caching).flatMap((coordinate) => {
    const [typeName = "", fieldName] = coordinate.split(".");
    const type = schema.getType(typeName);
    const isThere =
      isObjectType(type) && (fieldName === undefined || Object.hasOwn(type.getFields(), fieldName));
    return isThere ? [] : [`${coordinate} has a cache hint but no resolver defines it`];
  });
}

function mergeHints(features: readonly FeatureGraph[]): CacheHints {
  const merged: Record<string, CacheHints[string]> = Object.create(null);
  for (const { caching = {} } of features) {
    for (const [coordinate, hint] of Object.entries(caching)) {
      if (merged[coordinate]) throw new Error(`Two features cache ${coordinate}`);
      merged[coordinate] = hint;
    }
  }
  return merged;
}

function rootTypes(schema: GraphQLSchema): [string, { name: string } | null | undefined][] {
  return [
    ["Query", schema.getQueryType()],
    ["Mutation", schema.getMutationType()],
    ["Subscription", schema.getSubscriptionType()],
  ];
}

function keyedTypes(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap())
    .filter(
      (type) => isObjectType(type) && type.astNode?.directives?.some((node) => node.name.value === "key"),
    )
    .map((type) => type.name);
}

function mergeRules(maps: readonly RuleMap[]): RuleMap {
  const merged: RuleMap = {};
  for (const map of maps) {
    for (const [typeName, entry] of Object.entries(map)) {
      const earlier = merged[typeName];
      if (!earlier) merged[typeName] = entry;
      else if (isRule(earlier) || isRule(entry)) throw new Error(`Two features rule the type ${typeName}`);
      else merged[typeName] = { ...earlier, ...entry };
    }
  }
  return merged;
}
