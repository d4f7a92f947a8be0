import { parse, type ExecutionResult } from "graphql";
import { pino } from "pino";
import { anonymous, type Principal } from "../../src/access/principal.ts";
import { systemClock } from "../../src/time/clock.ts";
import { newMeter, type CallContext, type RequestContext } from "../../src/context.ts";
import { buildSubgraph, type FeatureGraph, type SubgraphGraph } from "../../src/graphql/build-subgraph.ts";
import { createLocalExecutor } from "../../src/graphql/local-executor.ts";
import { scalars } from "../../src/graphql/scalars.ts";

/** A signed-in person without a plan. */
export const person: Principal = Object.freeze({
  ...anonymous,
  kind: "user",
  id: "usr_1",
  ownerId: "usr_1",
  scopes: "all",
});

export interface ToyCall extends CallContext {
  /** Log lines written during the call. */
  lines: Record<string, unknown>[];
}

/** A call by this principal, whose log can be read. */
export function toyCall(principal: Principal = anonymous): ToyCall {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: "debug" },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  return {
    principal,
    requestId: "req_toy00001",
    appId: null,
    idempotencyKey: null,
    clock: systemClock,
    log,
    meter: newMeter(),
    publicUrl: "http://127.0.0.1:4000",
    lines,
  };
}

/** A subgraph of one feature, as the platform builds its own. */
export function toyGraph(feature: FeatureGraph, name = "toy"): SubgraphGraph {
  return buildSubgraph({ name, features: [feature], scalars });
}

/** A request as the resolvers of a graph without a database see it. */
export function toyContext(call: CallContext): RequestContext {
  return { ...call, em: null as never, ports: {}, loaders: {} };
}

/** Runs one document on a subgraph, as a router in the same process does. */
export async function askSubgraph(
  graph: SubgraphGraph,
  query: string,
  call: CallContext = toyCall(),
  variables: Record<string, unknown> = {},
): Promise<ExecutionResult> {
  const execute = createLocalExecutor({ schema: graph.schema, contextFor: toyContext });
  return await execute({ document: parse(query), variables, call });
}

/** Codes of a result's errors. */
export function codesOf(result: ExecutionResult): unknown[] {
  return (result.errors ?? []).map((error) => error.extensions["code"]);
}
