import type { ExecutionResult } from "graphql";
import type { CallContext } from "../../src/context.ts";
import { isStream, mapStream, type Stream } from "../../src/concurrency/stream.ts";
import type { GraphExecutor, GraphRequest } from "../execution/graph-executor.ts";
import { graphQLErrorsOf } from "./refusals.ts";

/** Interval at which the principal of an idle stream is verified again. */
const recheckMs = 30_000;

export interface StreamPrincipal {
  /** The request with its principal verified again. Throws when the principal is no longer allowed. */
  renew(): Promise<CallContext>;
  /** For tests; `recheckMs` otherwise. */
  recheckMs?: number | undefined;
}

/**
 * Runs an operation of any kind: a stream of results for a subscription, one result otherwise or when it is
 * refused. The principal of a stream is verified before each event and every 30 seconds; once access is lost,
 * the last result says so. Resources of a client that disconnected in the meantime are released.
 */
export async function openStream(
  executor: GraphExecutor,
  request: GraphRequest,
  caller: StreamPrincipal,
): Promise<Stream<ExecutionResult> | ExecutionResult> {
  const { call } = request;
  const opened = await executor.subscribe({ ...request, callForEvent: () => caller.renew() });
  if (!isStream<ExecutionResult>(opened)) return opened;
  const stream = mapStream(opened, (result) => result, {
    whenFailed: (error) => ({ errors: graphQLErrorsOf(error, call) }),
    onEnd: () => clearInterval(timer),
  });
  const recheck = () => void caller.renew().catch((error: unknown) => stream.fail(error));
  const timer = setInterval(recheck, caller.recheckMs ?? recheckMs);
  timer.unref();
  if (call.signal?.aborted) await stream.return();
  return stream;
}
