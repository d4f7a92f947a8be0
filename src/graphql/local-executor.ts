import type { DocumentNode, ExecutionResult, GraphQLSchema } from "graphql";
import { execute } from "graphql";
import { compileQuery, isCompiledQuery, type CompiledQuery } from "graphql-jit";
import type { CallContext, RequestContext } from "../context.ts";
import { formatError } from "./format-error.ts";

/** Runs one document against one subgraph on behalf of a call. */
export type SubgraphExecutor = (request: SubgraphRequest) => Promise<ExecutionResult>;

export interface SubgraphRequest {
  document: DocumentNode;
  variables: Record<string, unknown>;
  operationName?: string;
  call: CallContext;
}

/** A subgraph that lives in this process. */
export interface LocalSubgraph {
  schema: GraphQLSchema;
  /** The subgraph's context for a call: the same one for every fetch of that call, so that loaders batch. */
  contextFor(call: CallContext): RequestContext;
}

/**
 * Executes documents in process, without HTTP or serialisation. Each document is compiled once (graphql-jit)
 * and kept as long as its parsed form is. What graphql-jit cannot compile runs on graphql-js.
 */
export function createLocalExecutor({ schema, contextFor }: LocalSubgraph): SubgraphExecutor {
  const compiled = new WeakMap<DocumentNode, CompiledQuery | null>();
  return async ({ document, variables, operationName, call }) => {
    let query = compiled.get(document);
    if (query === undefined) {
      const result = compileQuery(schema, document, operationName);
      query = isCompiledQuery(result) ? result : null;
      compiled.set(document, query);
    }
    const contextValue = contextFor(call);
    const result = query
      ? await query.query({}, contextValue, variables)
      : await execute({ schema, document, variableValues: variables, contextValue, operationName });
    return withFormattedErrors(result, call);
  };
}

function withFormattedErrors(result: ExecutionResult, call: CallContext): ExecutionResult {
  if (!result.errors) return result;
  return { ...result, errors: result.errors.map((error) => formatError(error, call)) };
}
