import { and, costs, type Rule, type RuleMap } from "../../../src/access/rules.ts";
import { isRule } from "../../../src/access/shield.ts";
import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import type { DefaultPrices, GatewayApp } from "../base/gateway-app.ts";

/**
 * Adds the app's default price to every operation of its features. Public operations stay free, because no account could
 * pay; operations of a tier are paid with the tier.
 */
export function pricedFeatures({ features, prices }: GatewayApp): readonly FeatureGraph[] {
  if (!prices) return features;
  return features.map((feature) => ({ ...feature, rules: priced(feature.rules, prices) }));
}

function priced(rules: RuleMap, prices: DefaultPrices): RuleMap {
  const roots = Object.entries(prices).flatMap(([typeName, price]: [string, string]) => {
    const fields = rules[typeName];
    if (!fields || isRule(fields)) return [];
    const all = Object.entries(fields).map(([name, rule]) => [name, withPrice(rule, price)] as const);
    return [[typeName, Object.fromEntries(all)] as const];
  });
  return { ...rules, ...Object.fromEntries(roots) };
}

function withPrice(rule: Rule, price: string): Rule {
  const { auth = "public", cost, tier } = rule.facts;
  const isFree = auth === "public" || auth === "internal" || tier !== undefined;
  return isFree || cost !== undefined ? rule : and(rule, costs(price));
}
