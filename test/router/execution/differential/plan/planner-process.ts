/** Plans what its parent sends, as the executor does. A panic of the planner ends this process instead of the tests. */
import { SharedByText } from "../../../../../src/concurrency/shared-by-text.ts";
import { FetchDocuments } from "../../../../../router/execution/fetch-documents.ts";
import type { QueryPlan } from "@graphql-hive/router-query-planner";
import { parse } from "graphql";
import { compileOperation, type OperationScope } from "../../../../../router/execution/compile-operation.ts";
import { nodeHandlers } from "../../../../../router/execution/compile-plan.ts";
import { readSupergraph } from "../../../../../router/execution/supergraph.ts";

let scope: OperationScope | null = null;

process.on("message", ({ supergraph, text }: { supergraph?: string; text?: string }) => {
  if (supergraph !== undefined) scope = buildScope(supergraph);
  if (text === undefined) return;
  try {
    process.send!({ plan: plan(text) });
  } catch (error) {
    process.send!({ refusal: (error as Error).message });
  }
});

function plan(text: string): QueryPlan {
  return compileOperation(parse(text), undefined, scope!).plan ?? { kind: "QueryPlan" };
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
