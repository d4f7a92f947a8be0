import {
  valueFromASTUntyped,
  type ArgumentNode,
  type FieldNode,
  type OperationDefinitionNode,
} from "graphql";
import type { RootComplexity } from "../complexity/document-complexity.ts";
import type { SupergraphFacts } from "../schema/supergraph-facts.ts";
import type { Use } from "./limits.ts";
import { isPageField } from "./page-reads.ts";

/**
 * Complexity per unit: more than the response of any REST path has, and high enough that the heaviest admitted
 * document (5,000) costs the free tier's whole minute.
 */
const weightPerUnit = 500;

const rootNames = { query: "Query", mutation: "Mutation", subscription: "Subscription" } as const;

/** The uses of a document whose root fields name no app, by its roots: they are the same each time. */
const knownUses = new WeakMap<readonly RootComplexity[], { facts: Facts; uses: readonly Use[] }>();

type Facts = Pick<SupergraphFacts, "accessOf">;

/**
 * The uses of an ad-hoc document: each occurrence of a root field counts once, under any alias, and a heavy one
 * several times. All introspection counts once.
 */
export function rootUses(
  roots: readonly RootComplexity[],
  operation: Pick<OperationDefinitionNode, "operation">,
  variables: Record<string, unknown>,
  facts: Facts,
): readonly Use[] {
  const known = knownUses.get(roots);
  if (known?.facts === facts) return known.uses;
  const uses = findUses(roots, operation, variables, facts);
  if (!roots.some(({ field }) => field.arguments?.some(mayNameApp))) knownUses.set(roots, { facts, uses });
  return uses;
}

/** True when the uses of these roots are the same for all requests. */
export function hasFixedUses(roots: readonly RootComplexity[]): boolean {
  return knownUses.has(roots);
}

function findUses(
  roots: readonly RootComplexity[],
  { operation }: Pick<OperationDefinitionNode, "operation">,
  variables: Record<string, unknown>,
  facts: Facts,
): Use[] {
  const uses: Use[] = [];
  let asksAboutSchema = false;
  for (const { field, cost } of roots) {
    const name = field.name.value;
    if (name.startsWith("__")) asksAboutSchema = true;
    else {
      const access = facts.accessOf(rootNames[operation], name) ?? {};
      uses.push({
        access,
        appId: appOf(field, variables),
        units: Math.max(1, Math.ceil(cost / weightPerUnit)),
        isPageField: isPageField(operation, name),
      });
    }
  }
  if (asksAboutSchema) uses.push({ access: { auth: "public" }, appId: null, units: 1 });
  return uses;
}

function mayNameApp({ name }: ArgumentNode): boolean {
  return name.value === "appId" || name.value === "input";
}

/** The app that the field's input names. */
function appOf({ arguments: given = [] }: FieldNode, variables: Record<string, unknown>): string | null {
  for (const argument of given) {
    if (!mayNameApp(argument)) continue;
    const { name, value } = argument;
    const read: unknown = valueFromASTUntyped(value, variables);
    const appId = name.value === "input" ? (read as { appId?: unknown } | null)?.appId : read;
    if (typeof appId === "string") return appId;
  }
  return null;
}
