import { GraphQLError, type GraphQLErrorOptions, type GraphQLFormattedError } from "graphql";
import { DomainError, errorStatus, type ErrorCode, type ErrorDetails } from "../errors.ts";

/**
 * The refusal in another subgraph's GraphQL error, with its code, details and status. Any other error (a fault
 * of the document, an unexpected failure) becomes INTERNAL_ERROR with the error as its cause.
 */
export function subgraphError(error: Pick<GraphQLFormattedError, "message" | "extensions">): DomainError {
  const { code, details, http } = (error.extensions ?? {}) as {
    code?: string;
    details?: ErrorDetails;
    http?: { status?: number };
  };
  const isKnown = code !== undefined && (Object.hasOwn(errorStatus, code) || code === "INSUFFICIENT_CREDITS");
  if (!isKnown) {
    return new DomainError(
      "INTERNAL_ERROR",
      "Something went wrong on our side. Try again later.",
      {},
      { cause: error },
    );
  }
  const status = http?.status === undefined ? {} : { status: http.status };
  return new DomainError(code as ErrorCode, error.message, details ?? {}, status);
}

/**
 * An error for a response: nobody reads where it was made, and graphql records that twice for each error, which is a
 * large part of the cost of a refusal.
 */
export function errorWithoutStack(message: string, options: GraphQLErrorOptions): GraphQLError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = new GraphQLError(message, options);
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}
