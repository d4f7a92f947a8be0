import type { PlanNode, QueryPlan } from "@graphql-hive/router-query-planner";
import {
  compileBatchFetch,
  compileEntityFetch,
  compileRootFetch,
  type CompileScope,
} from "./compile-fetch.ts";
import { compileEntityPath } from "./entity-path.ts";
import type { Step } from "./execution.types.ts";

/** Compiles a plan into closures, once; running it then touches the plan no more. */
export function compilePlan(plan: QueryPlan, scope: CompileScope): Step {
  return plan.node ? compileNode(plan.node, scope) : () => undefined;
}

function compileNode(node: PlanNode, scope: CompileScope): Step {
  switch (node.kind) {
    case "Fetch":
      return compileRootFetch(node, scope);
    case "BatchFetch":
      return compileBatchFetch(node, scope);
    case "Sequence":
      return compileSequence(node.nodes.map((child) => compileNode(child, scope)));
    case "Parallel":
      return compileParallel(node.nodes.map((child) => compileNode(child, scope)));
    case "Flatten": {
      if (node.node.kind !== "Fetch")
        throw new Error(`A plan flattens into ${node.node.kind}, which is not known`);
      return compileEntityFetch(node.node, compileEntityPath(node.path, scope.typeTest), scope);
    }
    case "Condition": {
      const { condition } = node;
      const whenTrue = node.ifClause && compileNode(node.ifClause, scope);
      const whenFalse = node.elseClause && compileNode(node.elseClause, scope);
      return (execution) =>
        execution.variables[condition] === true ? whenTrue?.(execution) : whenFalse?.(execution);
    }
    case "Subscription":
    case "Defer":
      throw new Error(`A plan has a ${node.kind} node, which this executor does not run`);
  }
}

function compileSequence(steps: readonly Step[]): Step {
  return async (execution) => {
    for (const step of steps) {
      const pending = step(execution);
      if (pending) await pending;
    }
  };
}

function compileParallel(steps: readonly Step[]): Step {
  return (execution) => {
    const pending = steps.map((step) => step(execution)).filter((promise) => promise !== undefined);
    if (pending.length === 0) return;
    return pending.length === 1 ? pending[0] : Promise.all(pending).then(() => undefined);
  };
}
