import type { GraphQLResolveInfo, GraphQLSchema } from "graphql";
import { isObjectType, OperationTypeNode } from "graphql";
import { DomainError } from "../errors.ts";
import { applyMiddleware, shield, shieldAllow, shieldRule } from "../graphql/commonjs.ts";
import type { RequestContext } from "../context.ts";
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
    const guard = (rule: Rule) => toShieldRule(typeName === "Mutation" ? writing(rule) : rule);
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
  return applyMiddleware(schema, ruled as never);
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

/** A write is refused to a read-only principal before the rule checks anything else. */
function writing(rule: Rule): Rule {
  return { facts: rule.facts, check: (call) => refuseReadOnlyKey(call.ctx) ?? rule.check(call) };
}

function toShieldRule(rule: Rule): unknown {
  return shieldRule({ cache: "no_cache" })((parent, args, ctx: RequestContext, info) => {
    const refusal = ctx.signal?.aborted ? refuseAbandoned(info) : null;
    return refusal ?? rule.check({ ctx, parent, args }) ?? true;
  });
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
