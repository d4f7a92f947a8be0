import type { ExecutionResult, GraphQLError } from "graphql";
import type { CallContext } from "../../src/context.ts";
import type { MaybePromise } from "../../src/concurrency/maybe-promise.ts";

/** Data as subgraphs answer it: plain JSON by response key. */
export type ResponseObject = Record<string, unknown>;

/** One run of one operation. */
export interface Execution {
  /** What the fetches have brought so far, by response key from the root on. */
  data: ResponseObject;
  errors: GraphQLError[];
  /** Coerced variables of the client's operation. */
  variables: Record<string, unknown>;
  call: CallContext;
  /** Only for a caller who asked how the plan ran. */
  recorder?: FetchRecorder | undefined;
}

/** One call of a subgraph, as the plan has it. */
export interface PlannedFetch {
  subgraph: string;
  /** Where in the response its entities stand; empty for root fields. */
  path: string;
  /** How many entities are asked for; left out for root fields. */
  entities?: number;
}

/** Hears of every fetch of a run. */
export interface FetchRecorder {
  record(fetch: PlannedFetch, run: () => MaybePromise<ExecutionResult>): Promise<ExecutionResult>;
}

/** A compiled plan node. Answers a promise only when it has something to wait for. */
export type Step = (execution: Execution) => Promise<void> | void;

/** True when `typeName` is the type, or one of the abstract type's implementations or members. */
export type TypeTest = (typeName: unknown) => boolean;
