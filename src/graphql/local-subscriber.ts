import {
  createSourceEventStream,
  execute,
  GraphQLError,
  type DocumentNode,
  type ExecutionResult,
} from "graphql";
import { newMeter, type CallContext } from "../context.ts";
import { isStream, mapStream, type Stream } from "../concurrency/stream.ts";
import { formatError } from "./format-error.ts";
import type { LocalSubgraph, SubgraphRequest } from "./local-executor.ts";

/**
 * Opens a subscription in one subgraph on behalf of a request: returns a stream of results, or the result that
 * explains the refusal. The caller must read a stream to its end or return it.
 */
export type SubgraphSubscriber = (
  request: SubgraphRequest,
) => Promise<Stream<ExecutionResult> | ExecutionResult>;

/**
 * Opens subscriptions in process. The field's rule is evaluated before its source is opened. Each event is
 * resolved in its own context, so that no loader returns data cached for an earlier one. A source that fails
 * ends the stream with its error.
 */
export function createLocalSubscriber({ schema, contextFor }: LocalSubgraph): SubgraphSubscriber {
  return async ({ document, variables, operationName, call }) => {
    const args = { schema, document, variableValues: variables, operationName };
    const fail = (error: unknown) => failure(error, document, call);
    let source: Awaited<ReturnType<typeof createSourceEventStream>>;
    try {
      source = await createSourceEventStream({ ...args, contextValue: contextFor(call) });
    } catch (error) {
      return fail(error);
    }
    if (!isStream<unknown>(source)) return withFormattedErrors(source, call);
    const resolve = async (event: unknown) => {
      const eventCall: CallContext = { ...call, meter: newMeter() };
      const contextValue = contextFor(eventCall);
      return withFormattedErrors(await execute({ ...args, rootValue: event, contextValue }), eventCall);
    };
    return mapStream(source, resolve, { whenFailed: fail });
  };
}

function failure(error: unknown, document: DocumentNode, call: CallContext): ExecutionResult {
  const cause = error instanceof Error ? error : new Error(String(error));
  const wrapped = new GraphQLError(cause.message, { originalError: cause, nodes: document.definitions });
  return { errors: [formatError(wrapped, call)] };
}

function withFormattedErrors(result: ExecutionResult, call: CallContext): ExecutionResult {
  if (!result.errors) return result;
  return { ...result, errors: result.errors.map((error) => formatError(error, call)) };
}
