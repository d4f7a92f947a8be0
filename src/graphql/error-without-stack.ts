import { GraphQLError, type GraphQLErrorOptions } from "graphql";

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
