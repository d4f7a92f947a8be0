import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  type ExecutionResult,
  type OperationDefinitionNode,
} from "graphql";
import type { CallContext } from "../../src/context.ts";
import { DomainError, publicError } from "../../src/errors.ts";
import { isPromise, type MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import type { GraphExecutor, GraphRequest } from "../execution/graph-executor.ts";
import { isIncremental, type IncrementalResult } from "../execution/incremental/incremental.types.ts";
import { RunRecorder } from "../execution/plan-report.ts";
import { setMeterHeaders } from "../http/answer.ts";
import type { CallFactory } from "../http/call.ts";
import type { KeyUsageRecorder } from "../http/key-usage.ts";
import { refusalWithin, type Limits } from "../limits/limits.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import type { Identify } from "../calls/identify.ts";
import type { SupergraphFacts } from "../schema/supergraph-facts.ts";
import {
  operationRequestOf,
  openOperation,
  type AdmissionOptions,
  type OpenedOperation,
} from "./admit-operation.ts";
import { runOrRefuse } from "./admit-roots.ts";
import { runForClient, sendInParts } from "./answer-in-parts.ts";
import { PlanningQueue } from "./planning-queue.ts";
import { DocumentCache } from "./document-cache.ts";
import { EventStreamDoor } from "./event-stream-door.ts";
import { readIncrementalFormat, type IncrementalFormat } from "./incremental-formats.ts";
import { readAccept, readParams, type AnswerType, type GraphQLParams } from "./read-request.ts";
import { RequestRefusal, toFormatted } from "./refusals.ts";
import { createWebSocketDoor } from "./websocket-door.ts";
import { loadTrustedDocuments, type TrustedSettings } from "./trusted-documents.ts";

export interface GraphQLDoorOptions {
  executor: GraphExecutor;
  facts: SupergraphFacts;
  makeCall: CallFactory;
  identify: Identify;
  limits: Limits;
  /** Counts the requests of keys. Default: none are counted. */
  keyUsage?: KeyUsageRecorder | undefined;
  /** Origins whose pages may open WebSockets, besides our own. */
  allowedOrigins: () => Promise<readonly string[]>;
  /** Interval at which the principal of an idle stream is verified again. Default: 30 seconds. */
  recheckMs?: number | undefined;
  /** False in production: no introspection, no "did you mean", plans for admins only. */
  isOpenToExploring: boolean;
  /** Documents with ids. Default: none. */
  trust?: TrustedSettings;
}

/** Mounts `/graphql` after the GraphQL-over-HTTP specification: POST with JSON, GET for queries, no batching. */
export function mountGraphQL(server: FastifyInstance, options: GraphQLDoorOptions): void {
  const { executor, facts, isOpenToExploring, trust, makeCall, identify, keyUsage, allowedOrigins } = options;
  const extraRules = isOpenToExploring ? [] : [NoSchemaIntrospectionCustomRule];
  const documents = new DocumentCache(executor.publicSchema, { extraRules });
  const trusted = trust ? loadTrustedDocuments(trust, (text) => documents.readAside(text)) : null;
  const cold = new PlanningQueue();
  const admission: AdmissionOptions = { executor, facts, documents, cold, trusted, isOpenToExploring };
  const streaming = { admission, identify, limits: options.limits, recheckMs: options.recheckMs };
  const doors: Doors = {
    makeCall,
    admission,
    limits: options.limits,
    events: new EventStreamDoor(server, streaming),
  };
  const handler = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, doors);
  server.route({
    method: "GET",
    url: "/graphql",
    preValidation: (request) => refuseForeignPages(request, allowedOrigins),
    handler,
    wsHandler: createWebSocketDoor({ ...streaming, makeCall, keyUsage }),
  });
  server.post("/graphql", handler);
  refuseOtherMethods(server, "/graphql", ["GET", "HEAD", "POST"]);
}

interface Doors {
  makeCall: CallFactory;
  admission: AdmissionOptions;
  limits: Limits;
  events: EventStreamDoor;
}

/** Answers nothing itself: handing the reply back would make Fastify wait for the end of the response. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { makeCall, admission, limits, events }: Doors,
): Promise<void> {
  const { type: negotiated, events: takesEvents } = readAccept(request.headers.accept);
  const type = negotiated ?? "application/json";
  if (negotiated === null && !takesEvents) {
    const error = new DomainError(
      "NOT_ACCEPTABLE",
      "Accept application/graphql-response+json, application/json or text/event-stream.",
    );
    return void send(reply, "application/json", error.status, { errors: [toFormatted(error, request.id)] });
  }
  let call: CallContext;
  try {
    call = await makeCall(request, reply, { refusesApp: true });
  } catch (error) {
    return void refuseCall(reply, type, error, request);
  }
  try {
    const params = readParams(request, { acceptsIds: admission.trusted !== null });
    const streamed = () =>
      events.answer({ request, reply, call }, params, (operation) => refuseMethod(operation, request));
    if (negotiated === null) return void (await streamed());
    let result: ExecutionResult | IncrementalResult;
    const format = readIncrementalFormat(request.headers.accept);
    try {
      const pending = runAdHoc(params, call, request, { admission, limits, format });
      result = isPromise(pending) ? await pending : pending;
    } catch (error) {
      if (error instanceof StreamNeeded && takesEvents) return void (await streamed());
      throw error;
    }
    limits.settle(call);
    setMeterHeaders(reply, call);
    void reply.header("cache-control", "no-store");
    if (isIncremental(result)) return void (await sendInParts(reply, result, format!, call));
    void send(reply, type, 200, result);
  } catch (error) {
    // Unparseable requests count against the rate limit too.
    return void refuse(reply, type, await refusalWithin(limits, call, error), request);
  }
}

function runAdHoc(
  params: GraphQLParams,
  call: CallContext,
  request: FastifyRequest,
  { admission, limits, format }: Pick<Doors, "admission" | "limits"> & { format: IncrementalFormat | null },
): MaybePromise<ExecutionResult | IncrementalResult> {
  const opened = openOperation(params, admission, {
    ...operationRequestOf(call, request, limits),
    judge: (operation) => {
      refuseMethod(operation, request);
      if (operation.operation === "subscription") throw new StreamNeeded(request.id);
    },
  });
  const { executor } = admission;
  const run = (operation: OpenedOperation): MaybePromise<ExecutionResult | IncrementalResult> => {
    const { document } = operation;
    const { variables, operationName } = params;
    const graphRequest = { document, variables, operationName, call };
    const wanted = wantedPlan(request, call, admission);
    if (wanted) return runWithPlan(wanted, operation, graphRequest, executor);
    return runForClient(operation, graphRequest, executor, format);
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
  request: FastifyRequest,
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

/** A WebSocket is not held to the browser's CORS: pages of other origins than the allowed ones must not open any. */
async function refuseForeignPages(
  { ws, headers }: FastifyRequest,
  allowedOrigins: () => Promise<readonly string[]>,
): Promise<void> {
  const { origin, host } = headers;
  if (!ws || origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) return;
  if ((await allowedOrigins()).includes(origin)) return;
  throw new DomainError("FORBIDDEN", "This origin is not allowed. Add it to the app's allowed origins.", {
    reason: "origin_not_allowed",
  });
}

function refuseMethod(operation: OperationDefinitionNode, request: FastifyRequest): void {
  if (request.method === "GET" && operation.operation === "mutation") {
    const error = new DomainError("METHOD_NOT_ALLOWED", "Only queries can be sent with GET. Use POST.", {
      allow: ["POST"],
    });
    throw new RequestRefusal(405, [toFormatted(error, request.id)], true);
  }
}

function refuse(
  reply: FastifyReply,
  type: AnswerType,
  thrown: unknown,
  request: FastifyRequest,
): FastifyReply {
  if (thrown instanceof RequestRefusal) {
    if (thrown.status === 405) void reply.header("allow", "POST");
    const status = thrown.hasOwnStatus || type !== "application/json" ? thrown.status : 200;
    return send(reply, type, status, { errors: thrown.errors });
  }
  if (thrown instanceof GraphQLError) return send(reply, type, 400, { errors: [thrown.toJSON()] });
  // Broken variables and heavy documents are answers about a readable request.
  const { code } = publicError(thrown, request.id);
  const isAboutDocument = code === "VALIDATION_ERROR" || code === "QUERY_TOO_COMPLEX";
  if (isAboutDocument && type === "application/json") {
    return send(reply, type, 200, { errors: [toFormatted(thrown, request.id)] });
  }
  return refuseCall(reply, type, thrown, request);
}

/** A refused principal or header determines the status with either media type. */
function refuseCall(
  reply: FastifyReply,
  type: AnswerType,
  thrown: unknown,
  request: FastifyRequest,
): FastifyReply {
  const error = publicError(thrown, request.id);
  if (error.code === "INTERNAL_ERROR") request.log.error({ err: thrown }, "graphql request failed");
  if (error.status === 401) void reply.header("www-authenticate", "Bearer");
  const retryAfter = error.details["retryAfterSeconds"];
  if (typeof retryAfter === "number") void reply.header("retry-after", String(retryAfter));
  return send(reply, type, error.status, { errors: [toFormatted(thrown, request.id)] });
}

/** Written out: a text that is put together is another string each time, to be hashed again by who looks it up. */
const contentTypes: Record<AnswerType, string> = {
  "application/graphql-response+json": "application/graphql-response+json; charset=utf-8",
  "application/json": "application/json; charset=utf-8",
};

function send(reply: FastifyReply, type: AnswerType, status: number, body: unknown): FastifyReply {
  return reply.code(status).type(contentTypes[type]).send(JSON.stringify(body));
}
