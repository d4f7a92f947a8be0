/** Plans what its parent sends, as the executor does. A panic of the planner ends this process instead of the tests. */
import { SharedByText } from "../../../../../src/concurrency/shared-by-text.ts";
import { FetchDocuments } from "../../../../../router/execution/fetch-documents.ts";
import type { QueryPlan } from "@graphql-hive/router-query-planner";
import { parse } from "graphql";
import { compileOperation, type OperationScope } from "../../../../../router/execution/compile-operation.ts";
import { nodeHandlers } from "../../../../../router/execution/compile-plan.ts";
import { readSupergraph } from "../../../../../router/execution/supergraph.ts";
import { OperationConditions } from "../../../../../router/execution/variants/operation-conditions.ts";

let scope: OperationScope | null = null;

interface Message {
  supergraph?: string;
  text?: string;
  variables?: Record<string, unknown>;
}

process.on("message", ({ supergraph, text, variables = {} }: Message) => {
  if (supergraph !== undefined) scope = buildScope(supergraph);
  if (text === undefined) return;
  try {
    process.send!({ plan: plan(text, variables) });
  } catch (error) {
    process.send!({ refusal: (error as Error).message });
  }
});

function plan(text: string, variables: Record<string, unknown>): QueryPlan {
  const document = parse(text);
  const decided = OperationConditions.read(document, undefined)?.decide(variables) ?? document;
  return compileOperation(decided, undefined, scope!).plan ?? { kind: "QueryPlan" };
}

function buildScope(supergraph: string): OperationScope {
  return {
    ...readSupergraph(supergraph),
    subgraphs: new Map(),
    fetchDocuments: new FetchDocuments(),
    shapes: new SharedByText(),
    subscribers: new Map(),
    handlers: nodeHandlers,
  };
}
