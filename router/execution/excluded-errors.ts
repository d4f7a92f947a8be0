import type { PlanNode, QueryPlan, RequiresSelection } from "@graphql-hive/router-query-planner";
import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { conditionsOf, type Condition, type ConditionalSet } from "./collect-fields.ts";
import type { Execution, ResponseObject } from "./execution.types.ts";
import { holds } from "./project-response.ts";

type ErrorPath = readonly (string | number)[];

interface ExclusionScope {
  plan: QueryPlan | null;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  planKeyOf(node: FieldNode): string;
}

/** The errors of a run without those of fields that its variables exclude. */
export type DropExcluded = (execution: Execution) => readonly GraphQLError[];

/**
 * The planner (0.0.38) keeps one of several conditions on a fetch, so that a fetch may ask for fields which the
 * variables exclude. Their errors are dropped, unless the null took other fields along or another fetch requires the
 * field. Null for an operation without conditions.
 */
export function compileExclusion(
  { selectionSet }: OperationDefinitionNode,
  scope: ExclusionScope,
): DropExcluded | null {
  const sets = [selectionSet, ...[...scope.fragments.values()].map((fragment) => fragment.selectionSet)];
  if (!sets.some(hasConditions)) return null;
  let required: ReadonlySet<string> | null = null;
  return ({ errors, data, variables }) =>
    errors.filter(({ path = [] }) => {
      const index = excludedAt(path, selectionSet, variables, scope);
      if (index === -1) return true;
      required ??= requiredKeys(scope.plan?.node);
      const key = String(path[index]);
      return required.has(key) || !hasKey(data, path.slice(0, index), key);
    });
}

/** The index of the key that the variables exclude; -1 for a path that is selected, or that only the plan has. */
function excludedAt(
  path: ErrorPath,
  root: SelectionSetNode,
  variables: Record<string, unknown>,
  scope: ExclusionScope,
): number {
  let sets: readonly ConditionalSet[] = [{ set: root, conditions: [] }];
  for (const [index, key] of path.entries()) {
    if (typeof key === "number") continue;
    const found = sets.flatMap((set) => occurrencesOf(set, key, scope));
    if (found.length === 0) return -1;
    if (!found.some(({ conditions }) => holds(conditions, variables))) return index;
    sets = found.flatMap(({ node: { selectionSet: set }, conditions }) => (set ? [{ set, conditions }] : []));
  }
  return -1;
}

/** Occurrences of a key, with the conditions on the way to them. */
function occurrencesOf(
  { set, conditions: outer }: ConditionalSet,
  key: string,
  scope: ExclusionScope,
): { node: FieldNode; conditions: readonly Condition[] }[] {
  return set.selections.flatMap((node) => {
    const own = conditionsOf(node);
    if (own === null) return [];
    const conditions = [...outer, ...own];
    if (node.kind === Kind.FIELD) return scope.planKeyOf(node) === key ? [{ node, conditions }] : [];
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? scope.fragments.get(node.name.value) : node;
    return fragment ? occurrencesOf({ set: fragment.selectionSet, conditions }, key, scope) : [];
  });
}

function hasConditions({ selections }: SelectionSetNode): boolean {
  return selections.some(
    (node) =>
      conditionsOf(node)?.length !== 0 ||
      (node.kind !== Kind.FRAGMENT_SPREAD &&
        node.selectionSet !== undefined &&
        hasConditions(node.selectionSet)),
  );
}

/** Whether the object at a path was fetched with this key, be it null. */
function hasKey(data: ResponseObject, path: ErrorPath, key: string): boolean {
  let value: unknown = data;
  for (const step of path) {
    if (typeof value !== "object" || value === null) return false;
    value = (value as ResponseObject)[step];
  }
  return typeof value === "object" && value !== null && Object.hasOwn(value, key);
}

/** Names that some fetch of the plan reads of its entities. */
function requiredKeys(node: PlanNode | undefined): Set<string> {
  const keys = new Set<string>();
  const addAll = (selections: readonly RequiresSelection[] = []): void => {
    for (const selection of selections) {
      if (selection.kind === "FragmentSpread") continue;
      if (selection.kind === "Field") keys.add(selection.name);
      addAll(selection.selections);
    }
  };
  const walk = (one: PlanNode | undefined): void => {
    if (!one) return;
    if (one.kind === "Fetch") addAll(one.requires);
    else if (one.kind === "BatchFetch") for (const { requires } of one.entityBatch.aliases) addAll(requires);
    else if (one.kind === "Sequence" || one.kind === "Parallel") one.nodes.forEach(walk);
    else if (one.kind === "Flatten") walk(one.node);
    else if (one.kind === "Condition") [one.ifClause, one.elseClause].forEach(walk);
  };
  walk(node);
  return keys;
}
