import type { FlattenNode, PlanNode, QueryPlan } from "@graphql-hive/router-query-planner";
import {
  compileBatchFetch,
  compileEntityFetch,
  compileRootFetch,
  type CompileScope,
} from "./compile-fetch.ts";
import { checkDeadline, startDeadline } from "./cancellation.ts";
import type { Execution, Step } from "./execution.types.ts";

/** How each kind of plan node is compiled. */
export type NodeHandlers = {
  readonly [Kind in PlanNode["kind"]]?: (node: Extract<PlanNode, { kind: Kind }>, scope: PlanScope) => Step;
};

export interface PlanScope extends CompileScope {
  handlers: NodeHandlers;
}

/** A plan that can be compiled with other handlers of its nodes, to run parts of it. */
export interface PlannedOperation {
  plan: QueryPlan;
  compileRun(scope: PlanScope): Step;
}

/** Every kind of node that plans of queries and mutations have: conditions are decided before planning. */
export const nodeHandlers = {
  Fetch: compileRootFetch,
  BatchFetch: compileBatchFetch,
  Sequence: ({ nodes }, scope) => compileSequence(nodes.map((node) => compileNode(node, scope))),
  Parallel: ({ nodes }, scope) => compileParallel(nodes.map((node) => compileNode(node, scope))),
  Flatten: compileFlatten,
} satisfies NodeHandlers;

/** Compiles a plan into closures, once; running it no longer reads the plan. */
export function compilePlan(plan: QueryPlan, scope: PlanScope): Step {
  return plan.node ? compileNode(plan.node, scope) : () => undefined;
}

function compileNode(node: PlanNode, scope: PlanScope): Step {
  const compile = scope.handlers[node.kind] as ((node: PlanNode, scope: PlanScope) => Step) | undefined;
  if (!compile) throw new Error(`A plan has a ${node.kind} node, which this executor does not run`);
  return compile(node, scope);
}

function compileFlatten({ node, path }: FlattenNode, scope: PlanScope): Step {
  if (node.kind !== "Fetch") throw new Error(`A plan flattens into ${node.kind}, which is not known`);
  return compileEntityFetch(node, path, scope);
}

function compileSequence(steps: readonly Step[]): Step {
  const runFrom = (first: number, execution: Execution): Promise<void> | void => {
    for (let index = first; index < steps.length; index++) {
      const pending = steps[index]!(execution);
      if (pending) {
        startDeadline(execution);
        return pending.then(() => {
          checkDeadline(execution);
          return runFrom(index + 1, execution);
        });
      }
    }
  };
  return (execution) => runFrom(0, execution);
}

function compileParallel(steps: readonly Step[]): Step {
  return (execution) => {
    const pending = steps.map((step) => step(execution)).filter((promise) => promise !== undefined);
    if (pending.length === 0) return;
    return pending.length === 1 ? pending[0] : Promise.all(pending).then(() => undefined);
  };
}
