import type { FetchNode, PlanNode, QueryPlan, SubscriptionNode } from "@graphql-hive/router-query-planner";
import { parse, type ExecutionResult } from "graphql";
import type { CallContext } from "../../src/context.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import type { SubgraphSubscriber } from "../../src/graphql/local-subscriber.ts";
import type { Stream } from "../../src/concurrency/stream.ts";
import { compileRootFetch, type CompileScope } from "./compile-fetch.ts";
import { nodeHandlers, type NodeHandlers } from "./compile-plan.ts";
import type { Execution, Step } from "./execution.types.ts";

/** Opens the source of a subscription's events in the subgraph that has them. */
export type OpenSource = (
  execution: Pick<Execution, "variables" | "call">,
) => Promise<Stream<ExecutionResult> | ExecutionResult>;

/** The result of a source, by the request that completes it: each event has its own request context. */
const eventOf = new WeakMap<CallContext, ExecutionResult>();

/** Says for which event the plan is run on behalf of this call. */
export function completeEvent(call: CallContext, event: ExecutionResult): void {
  eventOf.set(call, event);
}

const takeEvent: SubgraphExecutor = ({ call }) => {
  const event = eventOf.get(call);
  if (!event) throw new Error("A plan with a subscription runs only on its events");
  return Promise.resolve(event);
};

/** In the plan of one event a subscription node is a fetch of the source's result. */
function compileEvent({ primary }: SubscriptionNode, scope: CompileScope): Step {
  return compileRootFetch(primary, { ...scope, subgraphs: new Map([[primary.serviceName, takeEvent]]) });
}

/** A handler of every kind of node that plans have, those of subscriptions included. */
export const allHandlers = { ...nodeHandlers, Subscription: compileEvent } satisfies NodeHandlers;

/** Compiles how a subscription's source is opened; null for the plan of another operation. */
export function compileSource(
  plan: QueryPlan,
  subscribers: ReadonlyMap<string, SubgraphSubscriber>,
): OpenSource | null {
  const primary = plan.node && findPrimary(plan.node);
  if (!primary) return null;
  const document = parse(primary.operation, { noLocation: true });
  const subscriber = subscribers.get(primary.serviceName);
  const usages = primary.variableUsages ?? [];
  return async ({ variables, call }) => {
    if (!subscriber) throw new Error(`The subgraph ${primary.serviceName} opens no subscriptions`);
    const own: Record<string, unknown> = {};
    for (const name of usages)
      if (variables[name] !== undefined && Object.hasOwn(variables, name)) own[name] = variables[name];
    return subscriber({ document, variables: own, call });
  };
}

/** The source comes first: the rest of the plan runs for each event. */
function findPrimary(node: PlanNode): FetchNode | null {
  if (node.kind === "Subscription") return node.primary;
  const first = node.kind === "Sequence" ? node.nodes[0] : undefined;
  return first ? findPrimary(first) : null;
}
