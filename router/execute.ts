import type { QueryPlan } from "@graphql-hive/router-query-planner";
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
import type { MaybePromise } from "../src/maybe-promise.ts";
import type { SubgraphExecutor } from "../src/graphql/local-executor.ts";
import type { FetchRecorder } from "./execution/execution.types.ts";

/** Runs operations over the composed graph. The one seam between the doors and how a plan is executed. */
export interface GraphExecutor {
  /** What clients see: the composed schema without federation's own fields and types. */
  publicSchema: GraphQLSchema;
  /** The public schema as SDL. */
  printedSchema(): string;
  /**
   * Plans and compiles the operation, which is done once a document. Throws QUERY_TOO_COMPLEX for one that cannot be
   * planned. Running does it where it is not done; it is the dear part of an operation's first run.
   */
  prepare(choice: OperationChoice): OperationPlan;
  execute(request: GraphRequest): MaybePromise<ExecutionResult>;
}

/** A document and which of its operations is meant. */
export interface OperationChoice {
  document: DocumentNode;
  operationName?: string | undefined;
}

export interface GraphRequest extends OperationChoice {
  variables: Record<string, unknown>;
  call: CallContext;
  /** Hears of every fetch; the library executor has no such news. */
  recorder?: FetchRecorder | undefined;
}

export interface OperationPlan {
  /** Null when the router answers by itself, and of the library, which keeps its plans to itself. */
  plan: QueryPlan | null;
  /** What keeping the operation takes of memory, its parsed document aside. */
  estimatedBytes: number;
  /** True when it was planned just now. */
  isNew: boolean;
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
    prepare: () => ({ plan: null, estimatedBytes: 0, isNew: false }),
    execute: async ({ document, variables, operationName, call }) =>
      (await execute({ document, variables, operationName, context: call } as never)) as ExecutionResult,
  };
}
