/** Plans what its parent sends, as the executor does. A panic of the planner ends this process instead of the tests. */
import { FetchDocuments } from "../../../../../router/execution/fetch-documents.ts";
import { QueryPlanner, type QueryPlan } from "@graphql-hive/router-query-planner";
import { buildASTSchema, parse } from "graphql";
import { compileOperation, type OperationScope } from "../../../../../router/execution/compile-operation.ts";
import { nodeHandlers } from "../../../../../router/execution/compile-plan.ts";
import { fieldNamesOf } from "../../../../../router/execution/prepare-operation.ts";
import { createTypeNameNeed } from "../../../../../router/execution/type-name-need.ts";
import { buildPublicSchema } from "../../../../../router/execution/public-schema.ts";

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
  const planner = new QueryPlanner(supergraph);
  const publicSchema = buildPublicSchema(planner.consumerSchema);
  const fullSchema = buildASTSchema(parse(supergraph), { assumeValidSDL: true });
  return {
    planner,
    publicSchema,
    fieldNames: fieldNamesOf(fullSchema),
    needsTypeName: createTypeNameNeed(publicSchema, fullSchema),
    subgraphs: new Map(),
    fetchDocuments: new FetchDocuments(),
    subscribers: new Map(),
    handlers: nodeHandlers,
    typeTest: () => () => true,
    interfaceNames: new Set(),
  };
}
