import type { PlanNode } from "@graphql-hive/router-query-planner";
import {
  getOperationAST,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { nodeHandlers, type NodeHandlers, type PlannedOperation, type PlanScope } from "../compile-plan.ts";
import type { Step } from "../execution.types.ts";
import { deferVariables, readDeferUsages, type DeferredSelections } from "./defer-usages.ts";
import { splitFetches, type SplitPlan } from "./split-fetches.ts";
import { readNeeds } from "./stage-needs.ts";

/** Fetches for one part of the response. */
export interface Stage {
  /** Null when there is nothing to fetch. */
  run: Step | null;
  /** Stages whose data it continues from; the first part aside. */
  after: readonly number[];
}

/** An operation with those `@defer`s that are active. */
export interface StagedOperation extends DeferredSelections {
  /** The first part's, then one per `@defer`. */
  stages: readonly Stage[];
}

export interface DeferredContext {
  schema: GraphQLSchema;
  root: GraphQLObjectType;
  operationName: string | undefined;
  planKeyOf(node: FieldNode): string;
  clientKeys: ReadonlyMap<string, string>;
  /** True when this process has completed every result. */
  isTrusted: boolean;
  /** Null when the router answers the whole operation itself. */
  compiled: PlannedOperation | null;
  scope: PlanScope;
}

/** Sets of active `@defer`s that are kept compiled per operation. Few operations have more than two. */
const maxKnown = 4;

/** How much more memory an operation takes with its parts: as a whole, and once more for each set that is kept. */
export const deferredFactor = 1 + maxKnown;

/** An operation with `@defer`. Its plan is that of the whole; which part of it runs when depends on the variables. */
export class DeferredOperation {
  readonly context: DeferredContext;
  readonly #operation: OperationDefinitionNode;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #variables: readonly string[];
  readonly #known = new Map<string, StagedOperation>();

  constructor(document: DocumentNode, context: DeferredContext) {
    this.context = context;
    this.#operation = getOperationAST(document, context.operationName)!;
    this.#variables = deferVariables(document);
    for (const node of document.definitions)
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(node.name.value, node);
  }

  /** The operation as these coerced variables have it; null when nothing is deferred. */
  withVariables(variables: Record<string, unknown>): StagedOperation | null {
    const key = this.#variables.map((name) => String(variables[name])).join();
    let staged = this.#known.get(key);
    if (!staged) {
      staged = this.#compile(variables);
      if (this.#known.size >= maxKnown) this.#known.delete(this.#known.keys().next().value!);
      this.#known.set(key, staged);
    }
    return staged.usages.length > 0 ? staged : null;
  }

  #compile(variables: Record<string, unknown>): StagedOperation {
    const selections = readDeferUsages(this.#operation, this.#fragments, variables);
    const { root, compiled, scope } = this.context;
    const needs = readNeeds(selections, root, this.context);
    const split = splitFetches(compiled?.plan.node, { needs, interfaceNames: scope.interfaceNames });
    const stages = [0, ...selections.usages.map(({ index }) => index)].map((stage): Stage => {
      const isRun = compiled !== null && (stage === 0 || hasPart(compiled.plan.node, split, stage));
      const run = isRun ? compiled.compileRun({ ...scope, handlers: handlersOf(split, stage) }) : null;
      return { run, after: split.earlierThan(stage) };
    });
    return { ...selections, stages };
  }
}

/** Compiles of each fetch what belongs to the stage. */
function handlersOf(split: SplitPlan, stage: number): NodeHandlers {
  const nothing: Step = () => undefined;
  return {
    ...nodeHandlers,
    Fetch: (node, scope) => {
      const part = split.partOf(node, stage);
      return part ? nodeHandlers.Fetch(part, scope) : nothing;
    },
    BatchFetch: (node, scope) => {
      const part = split.partOf(node, stage);
      return part ? nodeHandlers.BatchFetch(part, scope) : nothing;
    },
    Flatten: (node, scope) => {
      const part = node.node.kind === "Fetch" ? split.partOf(node.node, stage) : null;
      return part ? nodeHandlers.Flatten({ ...node, node: part }, scope) : nothing;
    },
  };
}

function hasPart(node: PlanNode | undefined, split: SplitPlan, stage: number): boolean {
  if (!node) return false;
  switch (node.kind) {
    case "Fetch":
    case "BatchFetch":
      return split.partOf(node, stage) !== null;
    case "Flatten":
      return hasPart(node.node, split, stage);
    case "Sequence":
    case "Parallel":
      return node.nodes.some((child) => hasPart(child, split, stage));
    case "Condition":
    case "Subscription":
    case "Defer":
      return false;
  }
}
