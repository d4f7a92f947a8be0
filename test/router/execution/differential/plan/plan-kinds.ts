import type { FetchNode, PlanNode, QueryPlan, RequiresSelection } from "@graphql-hive/router-query-planner";

/** How often each kind of thing that an executor must know stands in plans. */
export type KindCounts = Record<string, number>;

export function countKinds(plan: QueryPlan, counts: KindCounts): void {
  if (plan.node) countNode(plan.node, counts);
  else add(counts, "nothing");
}

function countNode(node: PlanNode, counts: KindCounts): void {
  add(counts, node.kind);
  switch (node.kind) {
    case "Fetch":
      return countFetch(node, counts);
    case "BatchFetch":
      if (node.variableUsages?.length) add(counts, "BatchFetch with variables");
      return node.entityBatch.aliases.forEach((alias) => countEntities(alias, counts));
    case "Sequence":
    case "Parallel":
      return node.nodes.forEach((child) => countNode(child, counts));
    case "Flatten":
      for (const segment of node.path) {
        if (segment === "@") add(counts, "path through a list");
        else if ("TypeCondition" in segment) add(counts, "path through a type condition");
      }
      return countNode(node.node, counts);
    case "Subscription":
      return countFetch(node.primary, counts);
    case "Condition":
    case "Defer":
      return;
  }
}

function countFetch(node: FetchNode, counts: KindCounts): void {
  if (node.operationKind === "mutation") add(counts, "Fetch of a mutation");
  if (node.requires && node.variableUsages?.length) add(counts, "entity Fetch with variables");
  countEntities(node, counts);
}

type EntityFetch = Pick<FetchNode, "requires" | "inputRewrites" | "outputRewrites">;

function countEntities({ requires, inputRewrites, outputRewrites }: EntityFetch, counts: KindCounts): void {
  add(counts, "inputRewrites", inputRewrites?.length ?? 0);
  add(counts, "outputRewrites", outputRewrites?.length ?? 0);
  for (const selection of requires ?? []) countRequires(selection, 0, counts);
}

function countRequires(selection: RequiresSelection, depth: number, counts: KindCounts): void {
  if (selection.kind === "FragmentSpread") return add(counts, "fragment spread in requires");
  if (selection.kind === "InlineFragment" && depth > 0) add(counts, "nested fragment in requires");
  if (selection.kind === "Field" && selection.alias) add(counts, "alias in requires");
  if (selection.kind === "Field" && selection.selections?.length) add(counts, "nested selection in requires");
  for (const child of selection.selections ?? []) countRequires(child, depth + 1, counts);
}

function add(counts: KindCounts, kind: string, times = 1): void {
  counts[kind] = (counts[kind] ?? 0) + times;
}
