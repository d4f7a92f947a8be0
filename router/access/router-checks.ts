import { parse } from "graphql";
import { ruleFromFacts } from "../../src/access/rule-from-facts.ts";
import type { Rule } from "../../src/access/rules.ts";
import { checkableFacts } from "../schema/checkable-facts.ts";
import { readFieldGraphs } from "../schema/field-graphs.ts";
import type { SupergraphFacts } from "../schema/supergraph-facts.ts";

/**
 * The rules that the router checks, by coordinate: of every field that a subgraph in `checkedByRouter` may resolve.
 * Throws for a field whose `@access` the router cannot check.
 */
export function readRouterChecks(
  supergraphSdl: string,
  facts: Pick<SupergraphFacts, "accessOf">,
  checkedByRouter: ReadonlySet<string>,
): Map<string, Rule> {
  const rules = new Map<string, Rule>();
  if (checkedByRouter.size === 0) return rules;
  const faults: string[] = [];
  for (const [coordinate, graphs] of readFieldGraphs(parse(supergraphSdl, { noLocation: true }))) {
    if (![...graphs].some((name) => checkedByRouter.has(name))) continue;
    const [typeName, fieldName] = coordinate.split(".") as [string, string];
    const access = facts.accessOf(typeName, fieldName);
    const checkable = access && checkableFacts.safeParse(access);
    if (checkable && !checkable.success) faults.push(`the router cannot check @access of ${coordinate}`);
    // Without `@access`, a subgraph that has no default resolves the field too: it is open where its parent is.
    else if (access) rules.set(coordinate, ruleFromFacts(access));
    else if ([...graphs].every((name) => checkedByRouter.has(name)))
      faults.push(`${coordinate} has no @access; compose the supergraph again`);
  }
  if (faults.length > 0) throw new Error(`Access of the supergraph is not clear:\n  ${faults.join("\n  ")}`);
  return rules;
}
