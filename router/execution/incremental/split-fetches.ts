import type {
  BatchFetchNode,
  FetchNode,
  FlattenNodePathSegment,
  PlanNode,
} from "@graphql-hive/router-query-planner";
import {
  Kind,
  parse,
  print,
  stripIgnoredCharacters,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { renamedKeys } from "../rewrites.ts";
import type { StageNeeds } from "./stage-needs.ts";

type AnyFetch = FetchNode | BatchFetchNode;

/** The fetches of a plan, each with the stages that its fields are fetched in. */
export interface SplitPlan {
  /** What is left of a fetch in a stage; null when it is nothing. */
  partOf<Fetch extends AnyFetch>(fetch: Fetch, stage: number): Fetch | null;
  /** Stages that have to be over before a stage may start. The first part always has. */
  earlierThan(stage: number): readonly number[];
}

interface Splitting {
  needs: StageNeeds;
  interfaceNames: ReadonlySet<unknown>;
  assigned: Map<AnyFetch, FetchStages>;
  earlier: Map<number, Set<number>>;
}

/** The stage of each field that a fetch asks for directly, of the root or of an entity. */
interface FetchStages {
  operation: OperationDefinitionNode;
  stageOf: ReadonlyMap<FieldNode, number>;
  /** Stages that a type name alone is fetched for. */
  typeNames: ReadonlySet<number>;
}

/**
 * Assigns the fields of a plan's fetches to stages: each to the earliest one that needs it. A fetch is split between the
 * fields that it asks of the root or of its entities, never below: so no list is fetched twice. What a mutation changes
 * and answers belongs to the first part.
 */
export function splitFetches(
  plan: PlanNode | undefined,
  scope: { needs: StageNeeds; interfaceNames: ReadonlySet<unknown> },
): SplitPlan {
  const splitting: Splitting = { ...scope, assigned: new Map(), earlier: new Map() };
  if (plan) assign(plan, splitting);
  return {
    partOf: (fetch, stage) => partOf(fetch, splitting.assigned.get(fetch)!, stage),
    earlierThan: (stage) => [...(splitting.earlier.get(stage) ?? [])],
  };
}

/** From the last fetch to the first one: what a fetch needs of earlier ones is known before these are split. */
function assign(node: PlanNode, splitting: Splitting): void {
  switch (node.kind) {
    case "Sequence":
    case "Parallel":
      for (const child of node.nodes.toReversed()) assign(child, splitting);
      return;
    case "Flatten":
      if (node.node.kind === "Fetch")
        assignEntities(node.node, [{ ...node.node, paths: [node.path] }], splitting);
      return;
    case "Fetch":
      return assignRoots(node, splitting);
    case "BatchFetch":
      return assignEntities(node, node.entityBatch.aliases, splitting);
    case "Condition":
    case "Subscription":
    case "Defer":
      throw new Error(`A plan with a ${node.kind} node has no stages`);
  }
}

function assignRoots(fetch: FetchNode, splitting: Splitting): void {
  const operation = flatOperation(fetch.operation);
  const isQuery = operation.operation === "query";
  const stageOf = new Map<FieldNode, number>();
  for (const { field, key } of topFields(operation.selectionSet, renamedKeys(fetch.outputRewrites)))
    stageOf.set(field, isQuery ? earliest([splitting.needs], key, splitting) : 0);
  splitting.assigned.set(fetch, { operation, stageOf, typeNames: new Set() });
}

type EntityPart = Pick<FetchNode, "requires" | "outputRewrites"> & {
  /** The response key of its entities; omitted where the fetch has no others. */
  alias?: string;
  paths: FlattenNodePathSegment[][];
};

function assignEntities(fetch: AnyFetch, parts: readonly EntityPart[], splitting: Splitting): void {
  const { needs, interfaceNames } = splitting;
  const operation = flatOperation(fetch.operation);
  const stageOf = new Map<FieldNode, number>();
  const typeNames = new Set<number>();
  for (const field of entityFields(operation)) {
    const part = parts.find(({ alias }) => alias === undefined || alias === keyOf(field))!;
    const nodes = part.paths.map((path) => needs.at(path));
    const used = new Set<number>();
    let hasTypeName = false;
    for (const { field: top, key, on } of topFields(field.selectionSet!, renamedKeys(part.outputRewrites))) {
      if (key === "__typename") hasTypeName ||= interfaceNames.has(on);
      else {
        const stage = earliest(nodes, key, splitting);
        stageOf.set(top, stage);
        used.add(stage);
      }
    }
    // Only there a type name is worth a request: the object had none, or that of its interface.
    if (hasTypeName || used.size === 0) {
      const stage = earliest(nodes, "__typename", splitting);
      typeNames.add(stage);
      used.add(stage);
    }
    for (const stage of used) for (const node of nodes) node.require(part.requires ?? [], stage);
  }
  splitting.assigned.set(fetch, { operation, stageOf, typeNames });
}

/** The earliest stage that needs a field; the other ones wait for it. */
function earliest(nodes: readonly StageNeeds[], key: string, { earlier }: Splitting): number {
  const stages = [...new Set(nodes.flatMap((node) => node.stagesOf(key)))].sort((a, b) => a - b);
  const [first = 0, ...others] = stages;
  if (first === 0) return 0;
  for (const stage of others) {
    const waited = earlier.get(stage) ?? new Set<number>();
    earlier.set(stage, waited.add(first));
  }
  return first;
}

/** The fields `_entities`. */
function entityFields({ selectionSet }: OperationDefinitionNode): FieldNode[] {
  return selectionSet.selections.filter((node) => node.kind === Kind.FIELD);
}

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

/** Fields of a selection set through its fragments, by their key in the plan's data. */
function topFields(
  set: SelectionSetNode,
  renamed: ReadonlyMap<string, string>,
  on: string | null = null,
): { field: FieldNode; key: string; on: string | null }[] {
  return set.selections.flatMap((node) => {
    if (node.kind === Kind.INLINE_FRAGMENT)
      return topFields(node.selectionSet, renamed, node.typeCondition?.name.value ?? on);
    if (node.kind !== Kind.FIELD) return [];
    const key = keyOf(node);
    return [
      { field: node, key: node.name.value === "__typename" ? "__typename" : (renamed.get(key) ?? key), on },
    ];
  });
}

function flatOperation(text: string): OperationDefinitionNode {
  const document: DocumentNode = parse(text, { noLocation: true });
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  return visit(operation, {
    FragmentSpread: ({ name, directives = [] }) => {
      // Each spread has fields of its own, which may belong to other stages.
      const { typeCondition, selectionSet } = structuredClone(fragments.get(name.value)!);
      return { kind: Kind.INLINE_FRAGMENT, typeCondition, directives, selectionSet };
    },
  });
}

function partOf<Fetch extends AnyFetch>(fetch: Fetch, stages: FetchStages, stage: number): Fetch | null {
  const { operation, stageOf, typeNames } = stages;
  const isWhole =
    [...stageOf.values()].every((other) => other === stage) &&
    [...typeNames].every((other) => other === stage);
  if (isWhole && (stageOf.size > 0 || typeNames.size > 0)) return fetch;
  const isRoot = fetch.kind === "Fetch" && !fetch.requires?.length;
  const isKept = (field: FieldNode) => stageOf.get(field) === stage;
  const selections = operation.selectionSet.selections.flatMap((node): SelectionNode[] => {
    if (isRoot) return keep(node, isKept);
    if (node.kind !== Kind.FIELD) return [];
    const kept = node.selectionSet!.selections.flatMap((child) => keep(child, isKept));
    const hasField = kept.some(hasOtherFields);
    return hasField || (typeNames.has(stage) && kept.length > 0)
      ? [{ ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: kept } }]
      : [];
  });
  if (!selections.some((node) => !isRoot || hasOtherFields(node))) return null;
  return withOperation(fetch, { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections } });
}

/** The selection with the fields that are kept, and with all type names. */
function keep(node: SelectionNode, isKept: (field: FieldNode) => boolean): SelectionNode[] {
  if (node.kind === Kind.FIELD) return node.name.value === "__typename" || isKept(node) ? [node] : [];
  if (node.kind !== Kind.INLINE_FRAGMENT) return [];
  const selections = node.selectionSet.selections.flatMap((child) => keep(child, isKept));
  if (selections.length === 0) return [];
  return [{ ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } }];
}

function hasOtherFields(node: SelectionNode): boolean {
  if (node.kind === Kind.FIELD) return node.name.value !== "__typename";
  return node.kind === Kind.INLINE_FRAGMENT && node.selectionSet.selections.some(hasOtherFields);
}

/** The fetch with another operation, and with the variables that are left in it. */
function withOperation<Fetch extends AnyFetch>(fetch: Fetch, operation: OperationDefinitionNode): Fetch {
  const used = new Set<string>();
  visit({ ...operation, variableDefinitions: [] }, { Variable: ({ name }) => void used.add(name.value) });
  const variableDefinitions =
    operation.variableDefinitions?.filter(({ variable }) => used.has(variable.name.value)) ?? [];
  const text = stripIgnoredCharacters(print({ ...operation, variableDefinitions }));
  const part = {
    ...fetch,
    operation: text,
    ...(fetch.variableUsages && { variableUsages: fetch.variableUsages.filter((name) => used.has(name)) }),
  };
  if (part.kind !== "BatchFetch") return part;
  const keys = new Set(entityFields(operation).map(keyOf));
  const aliases = part.entityBatch.aliases.filter(({ alias }) => keys.has(alias));
  return { ...part, entityBatch: { aliases } };
}
