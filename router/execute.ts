import {
  buildASTSchema,
  GraphQLError,
  parse,
  printSchema,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from "graphql";
import type { CallContext } from "../src/context.ts";
import type { SubgraphExecutor } from "../src/graphql/local-executor.ts";

/** Runs operations over the composed graph. The one seam between the doors and how a plan is executed. */
export interface GraphExecutor {
  /** What clients see: the composed schema without federation's own fields and types. */
  publicSchema: GraphQLSchema;
  /** The public schema as SDL. */
  printedSchema(): string;
  execute(request: GraphRequest): Promise<ExecutionResult>;
}

export interface GraphRequest {
  document: DocumentNode;
  variables: Record<string, unknown>;
  operationName?: string | undefined;
  call: CallContext;
}

/**
 * The library executor, chosen by `EXECUTOR=library` and the oracle in tests. It is loaded only then. It plans with the
 * Rust planner (once per parsed document) and runs each fetch on the executor of its subgraph.
 */
export async function createLibraryExecutor(
  supergraphSdl: string,
  subgraphs: ReadonlyMap<string, SubgraphExecutor>,
): Promise<GraphExecutor> {
  const { unifiedGraphHandler } = await import("@graphql-hive/router-runtime");
  const handler = await unifiedGraphHandler({
    unifiedGraph: buildASTSchema(parse(supergraphSdl), { assumeValidSDL: true }),
    getUnifiedGraphSDL: () => supergraphSdl,
    onSubgraphExecute: ((
      name: string,
      request: { document: DocumentNode; variables?: Record<string, unknown>; context: CallContext },
    ) => {
      const run = subgraphs.get(name.toLowerCase());
      if (!run) throw new GraphQLError(`There is no subgraph ${name}`);
      return run({ document: request.document, variables: request.variables ?? {}, call: request.context });
    }) as never,
  });
  const execute = handler.executor!;
  let printed: string | null = null;
  return {
    publicSchema: handler.unifiedGraph,
    printedSchema: () => (printed ??= `${printSchema(handler.unifiedGraph)}\n`),
    execute: async ({ document, variables, operationName, call }) =>
      (await execute({ document, variables, operationName, context: call } as never)) as ExecutionResult,
  };
}
