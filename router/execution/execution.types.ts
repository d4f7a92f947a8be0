import type { ExecutionResult, GraphQLError } from "graphql";
import type { ErrorPlaces } from "./error-places.ts";
import type { CallContext } from "../../src/context.ts";
import type { MaybePromise } from "../../src/concurrency/maybe-promise.ts";

/** Data as subgraphs answer it: plain JSON by response key. */
export type ResponseObject = Record<string, unknown>;

/** One run of one operation. */
export interface Execution {
  /** Data fetched so far, by response key from the root. */
  data: ResponseObject;
  errors: GraphQLError[];
  /** Places of the errors, once a null has to be explained by them. */
  explained?: ErrorPlaces;
  /** Coerced variables of the client's operation. */
  variables: Record<string, unknown>;
  call: CallContext;
  /** How long fetches are started, from the first one that is waited for. */
  deadlineMs: number;
  /** When that ends, on the clock of `performance`. */
  deadlineAt?: number;
  isOverdue?: boolean;
  /** True once a fetch was not started because nobody waits for it. */
  isCancelled?: boolean;
  /** Only for a caller who asked how the plan ran. */
  recorder?: FetchRecorder | undefined;
  /** Fetches that generated code has sent before it gave up: they are not sent again. */
  started?: StartedFetches;
}

/** The result of a fetch, or what was thrown instead. */
export interface SettledFetch {
  result?: ExecutionResult;
  thrown?: unknown;
}

/** Settled fetches by their node in the plan. */
export type StartedFetches = Map<object, SettledFetch>;

/** One call of a subgraph, as the plan has it. */
export interface PlannedFetch {
  subgraph: string;
  /** Path of its entities in the response; empty for root fields. */
  path: string;
  /** Number of entities requested; omitted for root fields. */
  entities?: number;
}

/** Records every fetch of a run. */
export interface FetchRecorder {
  record(fetch: PlannedFetch, run: () => MaybePromise<ExecutionResult>): Promise<ExecutionResult>;
}

/** A compiled plan node. Answers a promise only when it has something to wait for. */
export type Step = (execution: Execution) => Promise<void> | void;

/** True when `typeName` is the type, or one of the abstract type's implementations or members. */
export type TypeTest = (typeName: unknown) => boolean;
