import type { ExecutionResult } from "graphql";
import { isStream, mapStream, type Stream } from "../../src/concurrency/stream.ts";
import type { GraphRequest, SubscriptionRequest } from "./graph-executor.ts";
import type { CompiledOperation } from "./compile-operation.ts";
import { completeEvent } from "./compile-subscription.ts";
import { failedFetch, relocate } from "./relocate-errors.ts";

/**
 * Opens a subscription's source in its subgraph; the rest of the plan and the projection run for each event. A
 * refused source, or a later failure, is reported without a path: it affects the whole operation.
 */
export async function openSubscription(
  operation: CompiledOperation,
  request: SubscriptionRequest,
  run: (request: GraphRequest) => Promise<ExecutionResult> | ExecutionResult,
): Promise<Stream<ExecutionResult> | ExecutionResult> {
  const { open } = operation;
  if (!open) throw new Error("Only a subscription can be subscribed to");
  const { call, callForEvent } = request;
  const values = operation.coerceVariables(request.variables);
  if (values.errors) return { errors: values.errors };
  let source: Stream<ExecutionResult> | ExecutionResult;
  try {
    source = await open({ variables: values.coerced, call });
  } catch (error) {
    return toFailure(error);
  }
  if (!isStream<ExecutionResult>(source)) {
    return { errors: (source.errors ?? []).map((error) => relocate(error, undefined)) };
  }
  const onEvent = async (event: ExecutionResult) => {
    const eventCall = await callForEvent();
    completeEvent(eventCall, event);
    return run({ ...request, call: eventCall });
  };
  return mapStream(source, onEvent, { whenFailed: toFailure });
}

function toFailure(error: unknown): ExecutionResult {
  return { errors: failedFetch(error, [[]]).map((failed) => relocate(failed, undefined)) };
}
