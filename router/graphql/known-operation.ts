import { Kind, type DocumentNode, type OperationDefinitionNode, type OperationTypeNode } from "graphql";
import { hasFixedWeight, type DocumentComplexity } from "../complexity/document-complexity.ts";
import type { GraphExecutor, OperationPlan } from "../execution/graph-executor.ts";
import type { Use } from "../limits/limits.ts";
import { hasFixedUses, rootUses } from "../limits/root-uses.ts";
import type { SupergraphFacts } from "../schema/supergraph-facts.ts";
import { admitsEverybody, readRoots, type Roots } from "./admit-roots.ts";
import { checkOf, type InputCheck } from "./check-input.ts";

/** What a door asks about an operation before it takes it. */
export interface OperationHead {
  kind: OperationTypeNode;
  /** The operation's own name, or that of its first field. */
  name: string;
}

/**
 * What is the same for all requests with a cached document, together: requests that take turns with many documents find
 * little of each in the processor's cache, so that each separate look-up costs as much as running the operation.
 */
export interface KnownOperation extends OperationHead {
  operation: OperationDefinitionNode;
  uses: readonly Use[];
  /** Null when everybody is admitted. */
  roots: Roots | null;
  check: InputCheck;
  /** Null where values of the variables decide which variant is planned. */
  plan: OperationPlan | null;
}

interface Admitted {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  weight: DocumentComplexity;
  plan: OperationPlan;
}

/**
 * What is known of an operation that was admitted, and within all bounds; null when its weight or its uses depend on
 * variables, and for one that was planned just now.
 */
export function knowOperation(
  { document, operation, weight, plan }: Admitted,
  { executor, facts }: { executor: GraphExecutor; facts: SupergraphFacts },
): KnownOperation | null {
  const isFixed = weight.roots.length > 0 && hasFixedWeight(operation) && hasFixedUses(weight.roots);
  if (!isFixed || plan.isNew) return null;
  const schema = executor.publicSchema;
  const roots = readRoots(schema, facts, document, operation);
  return {
    ...headOf(operation),
    check: checkOf(schema, facts, { document, operation }),
    plan: plan.dependsOnVariables ? null : plan,
    roots: admitsEverybody(roots) ? null : roots,
    uses: rootUses(weight.roots, operation, {}, facts),
    operation,
  };
}

export function headOf({ operation, name, selectionSet }: OperationDefinitionNode): OperationHead {
  const [first] = selectionSet.selections;
  const firstName = first?.kind === Kind.FIELD ? first.name.value : "anonymous";
  return { kind: operation, name: name?.value ?? firstName };
}
