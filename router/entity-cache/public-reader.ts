import { anonymous, planKeys, type Principal } from "../../src/access/principal.ts";
import type { AccessFacts } from "../../src/access/rules.ts";

/**
 * The principal that cached data is fetched as: nobody's account, with just the rights that these fields require. No
 * row with an owner is visible to it, so no such row can be in the cache, whatever a hint says. The access rules were
 * checked for the client's principal before.
 */
export function publicReader(access: readonly Partial<AccessFacts>[]): Principal {
  if (access.every(({ auth }) => auth === "public")) return anonymous;
  const scopes = new Set(access.flatMap(({ scope }) => scope ?? []));
  const tiers = new Set(access.flatMap(({ tier }) => tier ?? []));
  const plan = planKeys.findLast((key) => tiers.has(key)) ?? "free";
  return Object.freeze({
    ...anonymous,
    // Only a key reaches the tier `api-access` without a plan.
    kind: tiers.has("api-access") ? "apiKey" : "serviceAccount",
    id: "entity-cache",
    plan,
    invoicerTier: tiers.has("integration") ? "integration" : "free",
    scopes: [...scopes],
  });
}
