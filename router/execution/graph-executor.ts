import type { QueryPlan } from "@graphql-hive/router-query-planner";
import type { DocumentNode, ExecutionResult, GraphQLSchema } from "graphql";
import type { MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import type { Stream } from "../../src/concurrency/stream.ts";
import type { CallContext } from "../../src/context.ts";
import type { IncrementalResult } from "./incremental/incremental.types.ts";
import type { CompiledOperation } from "./compile-operation.ts";
import type { FetchRecorder } from "./execution.types.ts";

/** Runs operations over the composed graph. The only interface between the doors and the execution of plans. */
export interface GraphExecutor {
  /** The clients' schema: the composed schema without federation's own fields and types. */
  publicSchema: GraphQLSchema;
  /** The public schema as SDL. */
  printedSchema(): string;
  /**
   * Plans and compiles the operation, once per document and variant: values of the variables decide `@skip` and
   * `@include` before it is planned. Throws QUERY_TOO_COMPLEX for one that cannot be planned. Execution does it on
   * first use; this dominates the cost of a cold operation.
   */
  prepare(choice: OperationChoice): OperationPlan;
  /** The result of an earlier `prepare`; null where `prepare` would plan. */
  prepared(choice: OperationChoice): OperationPlan | null;
  /** Distinguishes the variants of one operation; empty for an operation that has one. */
  variantKey(choice: OperationChoice): string;
  execute(request: GraphRequest): MaybePromise<ExecutionResult>;
  /** As `execute`, in parts where the operation has an active `@defer`; the library executor does not support it. */
  executeInParts?(request: GraphRequest): MaybePromise<ExecutionResult | IncrementalResult>;
  /**
   * Opens a subscription: a stream of results, or the result that explains why it was not opened. A stream that
   * fails ends with an error result. The caller must read a stream to its end or return it.
   */
  subscribe(request: SubscriptionRequest): Promise<Stream<ExecutionResult> | ExecutionResult>;
}

/** A document, the name of the selected operation, and the variables that decide its conditions. */
export interface OperationChoice {
  document: DocumentNode;
  operationName?: string | undefined;
  variables?: Record<string, unknown>;
}

export interface GraphRequest extends OperationChoice {
  variables: Record<string, unknown>;
  call: CallContext;
  /** What `prepare` of the same executor gave for this operation: saves looking it up. */
  plan?: OperationPlan | undefined;
  /** True for a caller who sends the data as JSON: the result may be a `WrittenResult`. */
  takesText?: boolean;
  /** Records every fetch; the library executor does not support it. */
  recorder?: FetchRecorder | undefined;
}

export interface SubscriptionRequest extends GraphRequest {
  /**
   * The call on whose behalf one event is completed: an object of its own each time, so that nothing is shown
   * which was remembered for an earlier event. Throws to end the stream.
   */
  callForEvent(): Promise<CallContext>;
}

export interface OperationPlan {
  /** Null when the router answers the operation itself, and for the library, which does not expose its plans. */
  plan: QueryPlan | null;
  /** Estimated memory of the cached operation with all of its variants, without its parsed document. */
  estimatedBytes: number;
  /** True when values of the variables decide which variant of the operation is planned. */
  dependsOnVariables: boolean;
  /** True when it was planned just now. */
  isNew: boolean;
  /** Planning time of this request in milliseconds; 0 when the plan was cached. */
  planningMs: number;
  /** The operation as its executor runs it, where it says so. */
  compiled?: CompiledOperation;
}
