import type { GraphQLResolveInfo, GraphQLSchema } from "graphql";
import { defaultFieldResolver, isObjectType, OperationTypeNode } from "graphql";
import { DomainError } from "../errors.ts";
import { applyMiddleware, shield, shieldAllow, shieldRule } from "../graphql/commonjs.ts";
import type { RequestContext } from "../context.ts";
import { refuseWhileClosing } from "./account-rights.ts";
import { checkableTypes, guardObjects, refusalIn, type FieldGuard, type Resolve } from "./guard-objects.ts";
import { refuseReadOnlyKey, type Rule, type RuleMap } from "./rules.ts";

type ShieldTree = Parameters<typeof shield>[0];
type FieldMiddlewares = Record<string, Record<string, unknown>>;

/**
 * Guards a schema with a rule map. Only ruled fields are wrapped: shield by itself wraps every field,
 * which costs about half of its time. Subscriptions are guarded before their source is opened.
 */
export function guardSchema(schema: GraphQLSchema, rules: RuleMap): GraphQLSchema {
  const tree: Record<string, unknown> = {};
  for (const [typeName, entry] of Object.entries(rules)) {
    const guard = (rule: Rule) => toShieldRule(guardOf(typeName, rule));
    tree[typeName] = isRule(entry) ? guard(entry) : mapValues(entry, guard);
  }
  const generator = shield(tree as ShieldTree, { fallbackRule: shieldAllow, allowExternalErrors: true });
  const all = (generator as unknown as { generate(schema: GraphQLSchema): FieldMiddlewares }).generate(
    schema,
  );
  const ruled: FieldMiddlewares = {};
  for (const [typeName, entry] of Object.entries(rules)) {
    const fields = all[typeName] ?? {};
    ruled[typeName] = isRule(entry) ? fields : pick(fields, Object.keys(entry));
  }
  guardSubscriptions(schema, rules);
  const guarded = applyMiddleware(schema, ruled as never);
  admitFirst(guarded, schema, rules);
  return guarded;
}

/**
 * Puts the check of each rule in front of shield, whose promises cost more than most fields: admitted calls go straight to
 * the resolver, all others through shield. Rules of whole types are checked once per object.
 */
function admitFirst(guarded: GraphQLSchema, unguarded: GraphQLSchema, rules: RuleMap): void {
  const wholeTypes = Object.keys(rules).filter((name) => isRule(rules[name]!));
  const checkable = checkableTypes(guarded, wholeTypes);
  const objectGuards = new Map<string, FieldGuard>();
  for (const [typeName, entry] of Object.entries(rules)) {
    const type = guarded.getType(typeName);
    const original = unguarded.getType(typeName);
    if (!isObjectType(type) || !isObjectType(original)) continue;
    const isChecked = checkable.has(typeName);
    if (isRule(entry) && isChecked) objectGuards.set(typeName, guardOf(typeName, entry));
    for (const [name, field] of Object.entries(type.getFields())) {
      const rule = isRule(entry) ? entry : entry[name];
      if (!rule) continue;
      const inner = original.getFields()[name]?.resolve as Resolve | undefined;
      const isPlain = !inner || inner === defaultFieldResolver;
      field.resolve =
        isPlain && isChecked
          ? undefined
          : admitting(guardOf(typeName, rule), inner ?? defaultFieldResolver, field.resolve as Resolve);
    }
  }
  guardObjects(guarded, objectGuards);
}

function admitting(guard: FieldGuard, resolve: Resolve, guarded: Resolve): Resolve {
  return (...call) => (admits(guard, call) ? resolve(...call) : guarded(...call));
}

/** False for a check that fails, too: shield decides then. */
function admits(guard: FieldGuard, call: Parameters<Resolve>): boolean {
  try {
    return guard(...call) === null;
  } catch {
    return false;
  }
}

/** The check of a rule, with what holds for every field: of a disconnected client, and of an object that was refused. */
function guardOf(typeName: string, rule: Rule): FieldGuard {
  const isWriting = typeName === "Mutation";
  return (parent, args, ctx, info) => {
    const abandoned = ctx.signal?.aborted ? refuseAbandoned(info) : null;
    if (abandoned) return abandoned;
    // A write is refused to a read-only principal before the rule checks anything else.
    const readOnly = isWriting ? refuseReadOnlyKey(ctx) : null;
    const closing = isWriting ? refuseWhileClosing(ctx, rule) : null;
    return refusalIn(parent) ?? readOnly ?? rule.check({ ctx, parent, args }) ?? closing;
  };
}

/** graphql-shield never sees `subscribe`, so the rule is put in front of it here. */
function guardSubscriptions(schema: GraphQLSchema, rules: RuleMap): void {
  const fields = schema.getSubscriptionType()?.getFields() ?? {};
  for (const [name, field] of Object.entries(fields)) {
    const rule = ruleFor(rules, "Subscription", name);
    const subscribe = field.subscribe;
    if (!rule || !subscribe) continue;
    field.subscribe = (parent, args, ctx: RequestContext, info) => {
      const refusal = rule.check({ ctx, parent, args });
      if (refusal) throw refusal;
      return subscribe(parent, args, ctx, info);
    };
  }
}

/** The rule that guards a field: its own, or its type's. */
export function ruleFor(rules: RuleMap, typeName: string, fieldName: string): Rule | null {
  const entry = rules[typeName];
  if (!entry) return null;
  return isRule(entry) ? entry : (entry[fieldName] ?? null);
}

/** Fields and types that a request can enter through without a rule. The build fails on any. */
export function unruledEntries(
  schema: GraphQLSchema,
  rules: RuleMap,
  keyedTypes: readonly string[],
): string[] {
  const missing: string[] = [];
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const name of Object.keys(root?.getFields() ?? {})) {
      if (name === "_entities" || name === "_service") continue;
      if (!ruleFor(rules, root!.name, name)) missing.push(`${root!.name}.${name}`);
    }
  }
  for (const typeName of keyedTypes) {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) continue;
    const entry = rules[typeName];
    if (!entry) missing.push(typeName);
    else if (!isRule(entry)) {
      for (const name of Object.keys(type.getFields())) if (!entry[name]) missing.push(`${typeName}.${name}`);
    }
  }
  return missing;
}

export function isRule(entry: RuleMap[string]): entry is Rule {
  return typeof (entry as Rule).check === "function";
}

function toShieldRule(guard: FieldGuard): unknown {
  return shieldRule({ cache: "no_cache" })(
    (parent, args, ctx: RequestContext, info) =>
      guard(parent, args as Record<string, unknown>, ctx, info) ?? true,
  );
}

/**
 * Refuses what is left of a query whose client has disconnected. A mutation that has begun is completed. Shield hides
 * errors that a rule throws; those that it returns reach the response.
 */
function refuseAbandoned({ operation }: GraphQLResolveInfo): DomainError | null {
  if (operation.operation !== OperationTypeNode.QUERY) return null;
  return new DomainError(
    "SERVICE_UNAVAILABLE",
    "The request was cancelled before this part ran. Send it again.",
  );
}

function mapValues<T, U>(source: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(source).map(([key, value]) => [key, map(value)]));
}

function pick(source: Record<string, unknown>, keys: string[]): Record<string, unknown> {
  return Object.fromEntries(
    keys.filter((key) => Object.hasOwn(source, key)).map((key) => [key, source[key]]),
  );
}
