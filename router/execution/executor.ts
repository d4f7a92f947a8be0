import {
  execute as executeGraphQL,
  printSchema,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
} from "graphql";
import { SharedByText } from "../../src/concurrency/shared-by-text.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import type { SubgraphSubscriber } from "../../src/graphql/local-subscriber.ts";
import { isPromise, type MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import type { GraphExecutor, GraphRequest } from "./graph-executor.ts";
import { operationDeadlineMs } from "./cancellation.ts";
import type { CompiledOperation, OperationScope } from "./compile-operation.ts";
import type { NodeHandlers } from "./compile-plan.ts";
import { allHandlers } from "./compile-subscription.ts";
import type { Execution, ResponseObject, SettledFetch } from "./execution.types.ts";
import type { OnlyFetch } from "./compile-fetch.ts";
import type { GeneratedPlan, Slots } from "./generated/generate-plan.ts";
import { runGenerated } from "./generated/run-generated.ts";
import { WrittenResult } from "./generated/written-result.ts";
import type { IncrementalResult } from "./incremental/incremental.types.ts";
import { runInParts } from "./incremental/run-in-parts.ts";
import { openSubscription } from "./open-subscription.ts";
import { FetchDocuments } from "./fetch-documents.ts";
import { toClientErrors } from "./relocate-errors.ts";
import type { PlannedShape } from "./shape/planned-shape.ts";
import { readSupergraph } from "./supergraph.ts";
import { OperationCache } from "./variants/operation-cache.ts";

export interface ExecutorOptions {
  /** How each kind of plan node is compiled. */
  handlers?: NodeHandlers;
  /** How long an operation may take before what is left of it is not started any more. */
  deadlineMs?: number;
  /** The use of a shape on which code is generated for it; never, for Infinity. */
  generatingUse?: number;
}

/**
 * Our executor: each document is planned by the Rust planner and compiled to closures once for each outcome of its
 * conditions, and cached as long as its parsed form. In-process and HTTP subgraph executors may be mixed. Plans may only contain node kinds
 * that have a handler.
 */
export function createCompiledExecutor(
  supergraphSdl: string,
  subgraphs: ReadonlyMap<string, SubgraphExecutor>,
  subscribers: ReadonlyMap<string, SubgraphSubscriber> = new Map(),
  { handlers = allHandlers, deadlineMs = operationDeadlineMs, generatingUse }: ExecutorOptions = {},
): Promise<GraphExecutor> {
  const graph = readSupergraph(supergraphSdl);
  const { publicSchema } = graph;
  const shared = { fetchDocuments: new FetchDocuments(), shapes: new SharedByText<PlannedShape>() };
  const scope: OperationScope = { ...graph, ...shared, subgraphs, subscribers, handlers, generatingUse };
  const cache = new OperationCache(scope);
  const options: RunOptions = { publicSchema, deadlineMs };
  const find = (request: GraphRequest) => request.plan?.compiled ?? cache.find(request);
  let printed: string | null = null;
  return Promise.resolve({
    publicSchema,
    printedSchema: () => (printed ??= `${printSchema(publicSchema)}\n`),
    prepare: (choice) => cache.prepare(choice),
    prepared: (choice) => cache.prepared(choice),
    variantKey: (choice) => cache.variantKey(choice),
    execute: (request) => run(find(request), request, options),
    executeInParts: (request) => startInParts(find(request), request, options),
    subscribe: (request) => {
      const operation = find(request);
      return openSubscription(operation, request, (event) => run(operation, event, options));
    },
  });
}

interface RunOptions {
  publicSchema: GraphQLSchema;
  deadlineMs: number;
}

function run(
  operation: CompiledOperation,
  request: GraphRequest,
  options: RunOptions,
): MaybePromise<ExecutionResult> {
  const execution = begin(operation, request, options);
  if ("invalid" in execution) return { errors: execution.invalid };
  const { asIs } = operation;
  if (asIs && !request.recorder) return runAlone(asIs, operation, execution, answerAsIs);
  const generated = request.recorder ? null : operation.generated?.choose();
  if (!generated) return runGenerally(operation, execution);
  const finish = finishOf(generated, operation, request);
  const { only } = generated;
  return only
    ? runAlone(only, operation, execution, (data) => noted(operation, finish([data])))
    : tryGenerated(operation, execution, generated, finish);
}

/** Makes the response of the fetched data; null where generated code gives up. */
type Finish = (slots: Slots) => ExecutionResult | null;

function finishOf(
  generated: GeneratedPlan,
  operation: CompiledOperation,
  { takesText }: GraphRequest,
): Finish {
  const { keys, quotedKeys } = operation;
  if (!takesText || !quotedKeys)
    return (slots) => {
      const data = generated.project(slots, keys);
      return data && { data };
    };
  return (slots) => {
    const text = generated.write(slots, quotedKeys);
    return text === null ? null : new WrittenResult(text);
  };
}

const answerAsIs = (data: ResponseObject): ExecutionResult => ({ data });

function noted(operation: CompiledOperation, result: ExecutionResult | null): ExecutionResult | null {
  if (result) operation.generated!.note(true);
  return result;
}

/** As `run`; in parts where a `@defer` is active. */
function startInParts(
  operation: CompiledOperation,
  request: GraphRequest,
  options: RunOptions,
): MaybePromise<ExecutionResult | IncrementalResult> {
  const { deferred } = operation;
  if (!deferred) return run(operation, request, options);
  const execution = begin(operation, request, options);
  if ("invalid" in execution) return { errors: execution.invalid };
  const staged = deferred.withVariables(execution.variables);
  return staged
    ? runInParts({ ...operation, deferred }, staged, execution)
    : run(operation, request, options);
}

function begin(
  operation: CompiledOperation,
  { variables, call, recorder }: GraphRequest,
  { publicSchema, deadlineMs }: RunOptions,
): Execution | { invalid: readonly GraphQLError[] } {
  const values = operation.coerceVariables(variables);
  if (values.errors) return { invalid: values.errors };
  const execution: Execution = {
    data: {},
    errors: [],
    variables: values.coerced,
    call,
    recorder,
    deadlineMs,
  };
  if (operation.introspection) introspect(publicSchema, operation, operation.introspection, execution);
  return execution;
}

/** Runs generated code, and the rest of the operation generally where that gives up. */
function tryGenerated(
  operation: CompiledOperation,
  execution: Execution,
  generated: GeneratedPlan,
  finish: Finish,
): MaybePromise<ExecutionResult> {
  const take = (result: ExecutionResult | null): MaybePromise<ExecutionResult> => {
    operation.generated!.note(result !== null);
    return result ?? runGenerally(operation, execution);
  };
  const result = runGenerated(generated, execution, finish);
  return isPromise(result) ? result.then(take) : take(result);
}

/**
 * Runs the one fetch of an operation. Where it fails, or its data is not as the plan promises, it is not sent again: the
 * general executor goes on from its result.
 */
function runAlone(
  { node, run: fetch }: OnlyFetch,
  operation: CompiledOperation,
  execution: Execution,
  finish: (data: ResponseObject) => ExecutionResult | null,
): MaybePromise<ExecutionResult> {
  const handOver = (sent: SettledFetch) => {
    operation.generated?.note(false);
    execution.started = new Map([[node, sent]]);
    return runGenerally(operation, execution);
  };
  const take = (result: ExecutionResult): MaybePromise<ExecutionResult> =>
    (result.data && !result.errors ? finish(result.data) : null) ?? handOver({ result });
  let result: MaybePromise<ExecutionResult>;
  try {
    result = fetch(execution);
  } catch (thrown) {
    return handOver({ thrown });
  }
  return isPromise(result) ? result.then(take, (thrown: unknown) => handOver({ thrown })) : take(result);
}

function runGenerally(operation: CompiledOperation, execution: Execution): MaybePromise<ExecutionResult> {
  const pending = operation.run?.(execution);
  return pending ? pending.then(() => answer(operation, execution)) : answer(operation, execution);
}

function answer(operation: CompiledOperation, execution: Execution): ExecutionResult {
  if (execution.errors.length === 0 && operation.asIs) return { data: execution.data };
  const errors = toClientErrors(execution.errors, operation.clientKeys);
  execution.errors = errors;
  const data = operation.project(execution);
  return errors.length > 0 ? { errors, data } : { data };
}

function introspect(
  schema: GraphQLSchema,
  { planKeys }: CompiledOperation,
  document: DocumentNode,
  execution: Execution,
): void {
  const result = executeGraphQL({ schema, document, variableValues: execution.variables }) as ExecutionResult;
  // The projection reads every field under its name in the plan.
  for (const [key, value] of Object.entries(result.data ?? {})) {
    execution.data[planKeys.get(key) ?? key] = value;
  }
  execution.errors.push(...(result.errors ?? []));
}
