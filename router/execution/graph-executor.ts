import type { QueryPlan } from "@graphql-hive/router-query-planner";
import type { DocumentNode, ExecutionResult, GraphQLSchema } from "graphql";
import type { MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import type { Stream } from "../../src/concurrency/stream.ts";
import type { CallContext } from "../../src/context.ts";
import type { FetchRecorder } from "./execution.types.ts";

/** Runs operations over the composed graph. The one seam between the doors and how a plan is executed. */
export interface GraphExecutor {
  /** What clients see: the composed schema without federation's own fields and types. */
  publicSchema: GraphQLSchema;
  /** The public schema as SDL. */
  printedSchema(): string;
  /**
   * Plans and compiles the operation, which is done once a document. Throws QUERY_TOO_COMPLEX for one that
   * cannot be planned. Running does it where it is not done; it is the dear part of an operation's first run.
   */
  prepare(choice: OperationChoice): OperationPlan;
  execute(request: GraphRequest): MaybePromise<ExecutionResult>;
  /**
   * Opens a subscription: a stream of results, or the result that says why it was not opened. A stream that
   * fails ends with a result that says so. Whoever opens one must read it to its end or return it.
   */
  subscribe(request: SubscriptionRequest): Promise<Stream<ExecutionResult> | ExecutionResult>;
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

export interface SubscriptionRequest extends GraphRequest {
  /**
   * The call on whose behalf one event is completed: an object of its own each time, so that nothing is shown
   * which was remembered for an earlier event. Throws to end the stream.
   */
  callForEvent(): Promise<CallContext>;
}

export interface OperationPlan {
  /** Null when the router answers by itself, and of the library, which keeps its plans to itself. */
  plan: QueryPlan | null;
  /** What keeping the operation takes of memory, its parsed document aside. */
  estimatedBytes: number;
  /** True when it was planned just now. */
  isNew: boolean;
  /** What planning took just now, in milliseconds; 0 when the plan was there. */
  planningMs: number;
}
