import type { FastifyInstance } from "fastify";
import type { ExecutionResult, FormattedExecutionResult } from "graphql";
import type { CallContext } from "../../src/context.ts";
import { EventStreamBody, eventStreamHeaders, OpenEventStreams } from "../../src/http/event-stream.ts";
import { isStream, type Stream } from "../../src/concurrency/stream.ts";
import { isIncremental, type IncrementalResult } from "../execution/incremental/incremental.types.ts";
import { renewCall } from "../http/call.ts";
import type { DoorReply, DoorRequest } from "../http/door.types.ts";
import { refusalWithin, type Limits } from "../limits/limits.ts";
import type { Identify } from "../calls/identify.ts";
import { openOperation, type AdmissionOptions, type OperationRequest } from "./admit-operation.ts";
import { operationRequestOf } from "./call-operation.ts";
import { runForClient, sendInParts } from "./answer-in-parts.ts";
import { readIncrementalFormat, type IncrementalFormat } from "./incremental-formats.ts";
import { openStream } from "./open-stream.ts";
import type { GraphQLParams } from "./read-request.ts";
import { errorsOf } from "./refusals.ts";

export interface StreamingOptions {
  admission: AdmissionOptions;
  identify: Identify;
  limits: Limits;
  /** Interval at which the principal of an idle stream is verified again. */
  recheckMs?: number | undefined;
}

/** Responds to operations with event streams. Open streams are closed when the server closes. */
export class EventStreamDoor {
  readonly #open = new OpenEventStreams();
  readonly #options: StreamingOptions;

  constructor(server: FastifyInstance, options: StreamingOptions) {
    this.#options = options;
    server.addHook("preClose", (done) => {
      this.#open.cutAll();
      done();
    });
  }

  /**
   * GraphQL over SSE in "distinct connections mode": one operation of any kind, each result a `next` event,
   * then `complete`. Faults of the document are reported in the stream, since an EventSource cannot read an
   * error response.
   */
  async answer(
    { request, reply, call }: { request: DoorRequest; reply: DoorReply; call: CallContext },
    params: GraphQLParams,
    judge: OperationRequest["judge"],
  ): Promise<unknown> {
    const result = await this.#run(request, call, params, judge);
    if (isIncremental(result)) return sendInParts(reply, result, formatOf(request), call);
    const results = isStream<ExecutionResult>(result) ? result[Symbol.asyncIterator]() : only(result);
    const body = this.#open.add(new EventStreamBody(results));
    if (call.signal?.aborted) body.destroy();
    reply.headers(eventStreamHeaders);
    return reply.send(body);
  }

  async #run(
    request: DoorRequest,
    call: CallContext,
    params: GraphQLParams,
    judge: OperationRequest["judge"],
  ): Promise<FormattedExecutionResult | ExecutionResult | IncrementalResult | Stream<ExecutionResult>> {
    const { admission, identify, limits, recheckMs } = this.#options;
    const { variables, operationName } = params;
    try {
      const operationRequest = operationRequestOf(call, request, limits, judge);
      const opened = await openOperation(params, admission, operationRequest);
      const { document, operation, plan, refusal } = opened;
      const graphRequest = { document, variables, operationName, call, plan };
      if (operation.operation !== "subscription") {
        const result = await runForClient(opened, graphRequest, admission.executor, formatOf(request));
        limits.settle(call);
        return result;
      }
      if (refusal) return refusal;
      const renew = () => renewCall(call, request, identify);
      return await openStream(admission.executor, graphRequest, { renew, recheckMs });
    } catch (error) {
      return { errors: errorsOf(await refusalWithin(limits, call, error), call) };
    }
  }
}

/** This door is for clients that accept events. */
function formatOf({ headers: { accept } }: DoorRequest): IncrementalFormat {
  return readIncrementalFormat(accept) ?? { transport: "events", version: "2022", parameter: null };
}

async function* only<T>(value: T): AsyncGenerator<T, undefined> {
  yield value;
}
