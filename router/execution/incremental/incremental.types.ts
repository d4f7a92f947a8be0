import type { ExecutionResult, GraphQLError } from "graphql";
import type { ResponsePath } from "../entity-path.ts";

/** A response in parts, as the draft of the GraphQL specification has it (Incremental Delivery). */
export interface IncrementalResult {
  initial: InitialResult;
  /** Starts the remaining fetches when it is first read. Returning it starts no more of them. */
  later: AsyncGenerator<LaterResult, undefined>;
}

export interface InitialResult extends ExecutionResult {
  pending: readonly PendingPart[];
  hasNext: true;
}

export interface LaterResult {
  pending?: readonly PendingPart[];
  incremental?: readonly DeliveredData[];
  completed?: readonly CompletedPart[];
  hasNext: boolean;
}

/** A deferred fragment at one object, which is still to come. */
export interface PendingPart {
  id: string;
  path: ResponsePath;
  label?: string;
}

/** Data to be merged into the object at the part's path and then `subPath`. */
export interface DeliveredData {
  id: string;
  subPath?: ResponsePath;
  data: Record<string, unknown>;
  errors?: readonly GraphQLError[];
}

export interface CompletedPart {
  id: string;
  /** Why the part has no data: a null in it had to be taken beyond its own fields. */
  errors?: readonly GraphQLError[];
}

/** True for a response in parts. */
export function isIncremental(result: object): result is IncrementalResult {
  return "later" in result;
}
