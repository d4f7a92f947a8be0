import type { DocumentNode, ExecutionResult, GraphQLSchema } from "graphql";
import { execute } from "graphql";
import { compileQuery, isCompiledQuery, type CompiledQuery } from "graphql-jit";
import type { CallContext, RequestContext } from "../context.ts";
import { isPromise, type MaybePromise } from "../maybe-promise.ts";
import { formatError } from "./format-error.ts";

/** Runs one document against one subgraph on behalf of a call. */
export type SubgraphExecutor = (request: SubgraphRequest) => MaybePromise<ExecutionResult>;

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
  /** graphql-jit's own when left out. */
  compile?: typeof compileQuery;
}

/**
 * Executes documents in process, without HTTP or serialisation. A document is compiled (graphql-jit) when it is used
 * for the second time, because compiling takes as long as many runs and most documents that are used once never come
 * back; it is kept as long as its parsed form is. What graphql-jit cannot compile runs on graphql-js.
 */
export function createLocalExecutor({
  schema,
  contextFor,
  compile = compileQuery,
}: LocalSubgraph): SubgraphExecutor {
  const compiled = new WeakMap<DocumentNode, CompiledQuery | "seen" | "not compilable">();
  const compiledFor = (document: DocumentNode, operationName: string | undefined): CompiledQuery | null => {
    const known = compiled.get(document);
    if (known === undefined) {
      compiled.set(document, "seen");
      return null;
    }
    if (known !== "seen") return known === "not compilable" ? null : known;
    const result = compile(schema, document, operationName);
    compiled.set(document, isCompiledQuery(result) ? result : "not compilable");
    return isCompiledQuery(result) ? result : null;
  };
  return ({ document, variables, operationName, call }) => {
    const query = compiledFor(document, operationName);
    const contextValue = contextFor(call);
    const result: MaybePromise<ExecutionResult> = query
      ? query.query({}, contextValue, variables)
      : execute({ schema, document, variableValues: variables, contextValue, operationName });
    return isPromise(result)
      ? result.then((settled) => withFormattedErrors(settled, call))
      : withFormattedErrors(result, call);
  };
}

function withFormattedErrors(result: ExecutionResult, call: CallContext): ExecutionResult {
  if (!result.errors) return result;
  return { ...result, errors: result.errors.map((error) => formatError(error, call)) };
}
