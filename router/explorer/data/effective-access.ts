import { getNamedType, isObjectType, type GraphQLSchema } from "graphql";
import { planKeys } from "../../../src/access/principal.ts";
import { needsFullToken, type Tier } from "../../../src/access/rules.ts";
import type { SupergraphFacts } from "../../schema/supergraph-facts.ts";
import type { AccessDocs } from "./docs.types.ts";

type Facts = Partial<AccessDocs>;

/** Kinds of principals, from least to most restricted. */
const strictness = ["public", "caller", "holder", "payer", "user", "admin", "internal"] as const;
const tiers: readonly Tier[] = ["api-access", "integration", ...planKeys];

/** Combines two requirements: the stricter of each, and all scopes. */
export function stricterOf(a: Facts, b: Facts): AccessDocs {
  const rank = ({ auth = "public" }: Facts) => strictness.indexOf(auth);
  const scopes = [...new Set([a.scope, b.scope].flatMap((scope) => scope?.split(" ") ?? []))];
  const tier = [a.tier, b.tier]
    .filter((one) => one !== undefined)
    .toSorted(byRank)
    .at(-1);
  const app = a.app ?? b.app;
  const auth = (rank(a) >= rank(b) ? a.auth : b.auth) ?? "public";
  const isFull = [a, b].some((one) => one.fullToken || needsFullToken(one));
  return {
    auth,
    ...(scopes.length > 0 ? { scope: scopes.join(" ") } : {}),
    ...(isFull && scopes.length > 0 ? { fullToken: true as const } : {}),
    ...(!isFull && scopes.length === 0 && auth !== "public" ? { anyScope: true as const } : {}),
    ...(tier ? { tier } : {}),
    ...(app ? { app } : {}),
    ...(a.owned || b.owned ? { owned: true as const } : {}),
  };
}

function byRank(a: Tier, b: Tier): number {
  return tiers.indexOf(a) - tiers.indexOf(b);
}

/**
 * Effective requirements of each field, by coordinate. For every path from a root field, the strictest requirement that
 * guards it; distinct ones only, the weakest first. Unreachable fields have none.
 */
export function effectiveAccess(
  schema: GraphQLSchema,
  facts: Pick<SupergraphFacts, "accessOf">,
): ReadonlyMap<string, readonly AccessDocs[]> {
  const byField = new Map<string, Map<string, AccessDocs>>();
  const seen = new Map<string, Set<string>>();
  const waiting: { typeName: string; way: Facts; isRoot: boolean }[] = [
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ].flatMap((root) => (root ? [{ typeName: root.name, way: {}, isRoot: true }] : []));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const type = schema.getType(next.typeName);
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const own = facts.accessOf(type.name, field.name) ?? {};
      const demand = stricterOf(next.way, own);
      const coordinate = `${type.name}.${field.name}`;
      const demands = byField.get(coordinate) ?? new Map<string, AccessDocs>();
      const shown = next.isRoot ? { ...own, ...demand } : demand;
      byField.set(coordinate, demands.set(keyOf(demand), shown));
      // Ownership is checked on the row itself only.
      const { owned: _, ...way } = demand;
      const target = getNamedType(field.type).name;
      const known = seen.get(target) ?? new Set<string>();
      if (known.has(keyOf(way))) continue;
      seen.set(target, known.add(keyOf(way)));
      waiting.push({ typeName: target, way, isRoot: false });
    }
  }
  return new Map(
    [...byField].map(([coordinate, demands]) => [coordinate, leastFirst([...demands.values()])]),
  );
}

function keyOf({ auth, scope, anyScope, fullToken, tier, app, owned }: Facts): string {
  return JSON.stringify([auth, scope, anyScope, fullToken, tier, app, owned]);
}

function leastFirst(demands: AccessDocs[]): AccessDocs[] {
  const weight = ({ auth, scope = "", tier, app }: AccessDocs) =>
    strictness.indexOf(auth) * 1000 +
    (tier ? tiers.indexOf(tier) + 1 : 0) * 100 +
    scope.split(" ").filter(Boolean).length * 10 +
    (app ? 1 : 0);
  return demands.toSorted((a, b) => weight(a) - weight(b) || (keyOf(a) < keyOf(b) ? -1 : 1));
}
