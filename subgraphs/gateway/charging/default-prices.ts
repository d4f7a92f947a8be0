import { and, costs, type Rule, type RuleMap } from "../../../src/access/rules.ts";
import { isRule } from "../../../src/access/shield.ts";
import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";

/** The price of what reads and of what changes, where an operation has none of its own. */
const defaultPrices = { Query: "gateway.query", Mutation: "gateway.mutation" } as const;

/**
 * The features, with a price for every operation of theirs that an account calls. What anybody may call has
 * no account that could pay, and what a tier opens is paid with the tier.
 */
export function pricedByDefault(features: readonly FeatureGraph[]): FeatureGraph[] {
  return features.map((feature) => ({ ...feature, rules: priced(feature.rules) }));
}

function priced(rules: RuleMap): RuleMap {
  const roots = Object.entries(defaultPrices).flatMap(([typeName, price]) => {
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
