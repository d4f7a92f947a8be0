import type { ExecutionResult } from "graphql";
import type { CallContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import { isPromise, type MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import type { GraphExecutor, GraphRequest } from "../execution/graph-executor.ts";
import { isIncremental, type IncrementalResult } from "../execution/incremental/incremental.types.ts";
import { noteCode, noteOperation } from "../calls/request-note.ts";
import { RunRecorder } from "../execution/plan-report.ts";
import { setMeterHeaders } from "../http/answer.ts";
import type { CallFactory } from "../http/call.ts";
import type { DoorReply, DoorRequest } from "../http/door.types.ts";
import { refusalWithin, type Limits } from "../limits/limits.ts";
import { openOperation, type AdmissionOptions, type OpenedOperation } from "./admit-operation.ts";
import { operationRequestOf } from "./call-operation.ts";
import { runOrRefuse } from "./admit-roots.ts";
import { runForClient, sendInParts } from "./answer-in-parts.ts";
import type { EventStreamDoor } from "./event-stream-door.ts";
import type { OperationHead } from "./known-operation.ts";
import { readAccept, readParams, type GraphQLParams } from "./read-request.ts";
import { errorsIn, RequestRefusal, toFormatted } from "./refusals.ts";
import { refuse, refuseCall, refuseTypes, send, type Exchange } from "./send-answer.ts";

/** What a request at this door is answered with. */
export interface Doors {
  publicUrl: string | null;
  makeCall: CallFactory;
  admission: AdmissionOptions;
  limits: Limits;
  events: EventStreamDoor;
  /** True where documents have ids. */
  acceptsIds: boolean;
}

/**
 * Answers nothing itself: handing the reply back would make Fastify wait for the end of the response. Returns a promise
 * only where there is something to wait for.
 */
export function answer(request: DoorRequest, reply: DoorReply, doors: Doors): MaybePromise<void> {
  const accepted = readAccept(request.headers.accept);
  const { publicUrl } = doors;
  const exchange: Exchange = {
    request,
    reply,
    accepted,
    publicUrl,
    type: accepted.type ?? "application/json",
  };
  if (accepted.type === null && !accepted.events) return refuseTypes(exchange);
  let call: MaybePromise<CallContext>;
  try {
    call = doors.makeCall(request, reply, callOptions);
  } catch (error) {
    return refuseCall(exchange, error);
  }
  if (!isPromise(call)) return answerCall(exchange, call, doors);
  return call.then(
    (made) => answerCall(exchange, made, doors),
    (error: unknown) => refuseCall(exchange, error),
  );
}

const callOptions = { refusesApp: true } as const;

function answerCall(exchange: Exchange, call: CallContext, doors: Doors): MaybePromise<void> {
  try {
    const params = readParams(exchange.request, doors);
    if (exchange.accepted.type === null) return stream(exchange, call, doors);
    const result = runAdHoc(params, call, exchange, doors);
    if (!isPromise(result)) return finish(exchange, call, result, doors);
    return result
      .then((settled) => finish(exchange, call, settled, doors))
      .catch((error: unknown) => streamOrRefuse(exchange, call, error, doors));
  } catch (error) {
    return streamOrRefuse(exchange, call, error, doors);
  }
}

function finish(
  exchange: Exchange,
  call: CallContext,
  result: ExecutionResult | IncrementalResult,
  { limits }: Doors,
): MaybePromise<void> {
  const { reply, accepted } = exchange;
  limits.settle(call);
  setMeterHeaders(reply, call);
  const whole = result as ExecutionResult;
  if (whole.errors?.[0]) noteCode(call, whole.errors[0].extensions["code"]);
  reply.header("cache-control", "no-store");
  if (accepted.parts && isIncremental(result)) {
    return Promise.resolve(sendInParts(reply, result, accepted.parts, call)).then(() => undefined);
  }
  send(exchange, 200, whole);
}

function streamOrRefuse(
  exchange: Exchange,
  call: CallContext,
  error: unknown,
  doors: Doors,
): MaybePromise<void> {
  return error instanceof StreamNeeded && exchange.accepted.events
    ? stream(exchange, call, doors)
    : refuseWithin(exchange, call, error, doors);
}

async function stream(exchange: Exchange, call: CallContext, doors: Doors): Promise<void> {
  const { request, reply } = exchange;
  try {
    const params = readParams(request, doors);
    await doors.events.answer({ request, reply, call }, params, (operation) =>
      refuseMethod(operation, request),
    );
  } catch (error) {
    await refuseWithin(exchange, call, error, doors);
  }
}

/** Unparseable requests count against the rate limit too. */
async function refuseWithin(
  exchange: Exchange,
  call: CallContext,
  error: unknown,
  { limits }: Doors,
): Promise<void> {
  const refusal = await refusalWithin(limits, call, error);
  const [shown] = errorsIn(refusal, call);
  noteCode(call, shown?.extensions?.["code"]);
  refuse(exchange, refusal);
}

function runAdHoc(
  params: GraphQLParams,
  call: CallContext,
  { request, accepted }: Exchange,
  { admission, limits }: Doors,
): MaybePromise<ExecutionResult | IncrementalResult> {
  const judge = (operation: OperationHead) => {
    noteOperation(call, operation.name);
    refuseMethod(operation, request);
    if (operation.kind === "subscription") throw new StreamNeeded(request.id);
  };
  const opened = openOperation(params, admission, operationRequestOf(call, request, limits, judge));
  const { executor } = admission;
  const run = (operation: OpenedOperation): MaybePromise<ExecutionResult | IncrementalResult> => {
    const { document } = operation;
    const { variables, operationName } = params;
    const graphRequest = { document, variables, operationName, call, plan: operation.plan, takesText: true };
    const wanted = wantedPlan(request, call, admission);
    if (wanted) return runWithPlan(wanted, operation, graphRequest, executor);
    return runForClient(operation, graphRequest, executor, accepted.parts);
  };
  return isPromise(opened) ? opened.then(run) : run(opened);
}

async function runWithPlan(
  wanted: "too" | "only",
  operation: OpenedOperation,
  request: GraphRequest,
  executor: GraphExecutor,
): Promise<ExecutionResult> {
  const { plan, isNew, planningMs } = operation.plan;
  const recorder = new RunRecorder();
  const run = () => executor.execute({ ...request, recorder });
  const result = wanted === "only" ? { data: null } : await runOrRefuse(operation, request.variables, run);
  const report = recorder.report(plan, { planningMs, cached: !isNew });
  return { ...result, extensions: { ...result.extensions, plan: report } };
}

/**
 * The mode of `x-query-plan`: `1` returns the plan beside the result, `only` returns the plan without running
 * it. Null without the header, and in production for everyone except admins, since plans reveal the structure
 * of the graph.
 */
function wantedPlan(
  request: DoorRequest,
  { principal }: CallContext,
  { isOpenToExploring }: AdmissionOptions,
): "too" | "only" | null {
  const asked = request.headers["x-query-plan"];
  if (asked !== "1" && asked !== "only") return null;
  if (!isOpenToExploring && !principal.isAdmin) return null;
  return asked === "only" ? "only" : "too";
}

/** A subscription was requested as a single response. */
class StreamNeeded extends RequestRefusal {
  constructor(requestId: string) {
    const message =
      "Subscriptions need a stream. Send Accept: text/event-stream, or use a WebSocket (graphql-transport-ws).";
    const error = new DomainError("NOT_ACCEPTABLE", message);
    super(error.status, [toFormatted(error, requestId)], true);
  }
}

function refuseMethod({ kind }: OperationHead, request: DoorRequest): void {
  if (request.method === "GET" && kind === "mutation") {
    const error = new DomainError("METHOD_NOT_ALLOWED", "Only queries can be sent with GET. Use POST.", {
      allow: ["POST"],
    });
    throw new RequestRefusal(405, [toFormatted(error, request.id)], true);
  }
}
