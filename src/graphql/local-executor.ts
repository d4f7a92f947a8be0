import type { DocumentNode, ExecutionResult, GraphQLSchema } from "graphql";
import { execute as executeGraphQL } from "graphql";
import type { CompiledQuery } from "graphql-jit";
import type { CallContext, RequestContext } from "../context.ts";
import { isPromise, type MaybePromise } from "../concurrency/maybe-promise.ts";
import { compileDefaults, type FillDefaults } from "./fill-defaults.ts";
import { formatError } from "./format-error.ts";
import { loadJit } from "./load-jit.ts";

const { compileQuery, isCompiledQuery } = loadJit();

/** Runs one document against one subgraph on behalf of a call. */
export interface SubgraphExecutor {
  (request: SubgraphRequest): MaybePromise<ExecutionResult>;
  /** True when this process has completed every result: its data has just what was asked for, of the right types. */
  readonly isTrusted?: boolean;
  /** The executor for one document, where documents are treated differently. It behaves as this one does. */
  readonly forDocument?: (document: DocumentNode) => SubgraphExecutor;
}

/** A wrapper of an executor, whose results it hands on unchanged: as trusted as the executor itself. */
export function keepTrust(
  executor: SubgraphExecutor,
  wrapper: (request: SubgraphRequest) => MaybePromise<ExecutionResult>,
): SubgraphExecutor {
  return Object.assign(wrapper, { isTrusted: executor.isTrusted ?? false });
}

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
  /** Default: graphql-jit's own. */
  compile?: typeof compileQuery;
}

interface Compiled {
  query: CompiledQuery["query"];
  fill: FillDefaults | null;
}

/**
 * Executes documents in process, without HTTP or serialization. A document is compiled (graphql-jit) on its
 * second use, because compiling takes as long as many runs and most documents that are used once never come
 * back; it is cached as long as its parsed form. Documents that graphql-jit cannot compile run on graphql-js.
 */
export function createLocalExecutor({
  schema,
  contextFor,
  compile = compileQuery,
}: LocalSubgraph): SubgraphExecutor {
  const compiled = new WeakMap<DocumentNode, Compiled | "seen" | "not compilable">();
  const compiledFor = (document: DocumentNode, operationName: string | undefined): Compiled | null => {
    const known = compiled.get(document);
    if (known === undefined) {
      compiled.set(document, "seen");
      return null;
    }
    if (known !== "seen") return known === "not compilable" ? null : known;
    const result = compile(schema, document, operationName);
    if (!isCompiledQuery(result)) {
      compiled.set(document, "not compilable");
      return null;
    }
    const made = { query: result.query, fill: compileDefaults(schema, document) };
    compiled.set(document, made);
    return made;
  };
  const execute = ({ document, variables, operationName, call }: SubgraphRequest) => {
    const made = compiledFor(document, operationName);
    const contextValue = contextFor(call);
    const result: MaybePromise<ExecutionResult> = made
      ? made.query({}, contextValue, made.fill ? made.fill(variables) : variables)
      : executeGraphQL({ schema, document, variableValues: variables, contextValue, operationName });
    return isPromise(result)
      ? result.then((settled) => withFormattedErrors(settled, call))
      : withFormattedErrors(result, call);
  };
  return Object.assign(execute, { isTrusted: true });
}

function withFormattedErrors(result: ExecutionResult, call: CallContext): ExecutionResult {
  if (!result.errors) return result;
  return { ...result, errors: result.errors.map((error) => formatError(error, call)) };
}
