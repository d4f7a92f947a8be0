import type { ExecutionResult } from "graphql";
import type { Readable } from "node:stream";
import type { CallContext } from "../../src/context.ts";
import type { MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import { EventStreamBody, eventStreamHeaders } from "../../src/http/event-stream.ts";
import { multipartFraming, multipartHeaders } from "../../src/http/multipart.ts";
import { ResultBody } from "../../src/http/result-body.ts";
import type { GraphExecutor, GraphRequest } from "../execution/graph-executor.ts";
import type { DoorReply } from "../http/door.types.ts";
import { hasDefer } from "../execution/incremental/defer-usages.ts";
import type { IncrementalResult } from "../execution/incremental/incremental.types.ts";
import type { OpenedOperation } from "./admit-operation.ts";
import { runOrRefuse } from "./admit-roots.ts";
import { payloadsOf, type IncrementalFormat } from "./incremental-formats.ts";

/**
 * Runs an admitted operation, in parts where it has an active `@defer` and the client accepts them. A refused one is
 * answered as a whole.
 */
export function runForClient(
  opened: OpenedOperation,
  request: GraphRequest,
  executor: GraphExecutor,
  format: IncrementalFormat | null,
): MaybePromise<ExecutionResult | IncrementalResult> {
  if (format && !opened.refusal && executor.executeInParts && hasDefer(opened.document))
    return executor.executeInParts(request);
  return runOrRefuse(opened, request.variables, () => executor.execute(request));
}

/**
 * Sends a response in parts. Await the reply that it returns: it ends with the last part. A server that closes lets it
 * end, like any other response, since its operation has a deadline.
 */
export function sendInParts(
  reply: DoorReply,
  result: IncrementalResult,
  format: IncrementalFormat,
  { signal }: Pick<CallContext, "signal">,
): unknown {
  const payloads = payloadsOf(result, format);
  const isMultipart = format.transport === "multipart";
  const body: Readable = isMultipart
    ? new ResultBody(payloads, multipartFraming)
    : new EventStreamBody(payloads);
  if (signal?.aborted) body.destroy();
  reply.headers(isMultipart ? multipartHeaders(format.parameter) : eventStreamHeaders);
  return reply.send(body);
}
