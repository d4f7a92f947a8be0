import fastifyWebsocket from "@fastify/websocket";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { GraphQLError, type ExecutionResult } from "graphql";
import { CloseCode, handleProtocols, makeServer, type Context, type SubscribePayload } from "graphql-ws";
import type { WebSocket } from "ws";
import type { CallContext } from "../../src/context.ts";
import { publicError } from "../../src/errors.ts";
import { renewCall, type CallFactory, type CallSource } from "../http/call.ts";
import type { KeyUsageRecorder } from "../http/key-usage.ts";
import { runOrRefuse } from "./admit-roots.ts";
import { openerOf, openOperation, type OpenedOperation } from "./admit-operation.ts";
import { connectionHeaders, operationHeaders } from "./connection-headers.ts";
import type { StreamingOptions } from "./event-stream-door.ts";
import { refusalWithin } from "../limits/limits.ts";
import { openStream } from "./open-stream.ts";
import { readParamsOf } from "./read-request.ts";
import { graphQLErrorsOf, RequestRefusal } from "./refusals.ts";
import { newId } from "../../src/ids.ts";

/** Bounds of one connection. */
export const connectionLimits = {
  /** Operations under way at once; one more is refused, the others go on. */
  operations: 50,
  messageBytes: 256 * 1024,
  /** What may be waiting for a client that does not read, streams aside, which wait for it. */
  bufferedBytes: 1024 * 1024,
  initWaitMs: 10_000,
} as const;

/** How operations of connections are named where the requests of keys are counted. */
const usedEndpoint = "WS /graphql";

/** A client that answers no ping within this time is gone. */
const pingEveryMs = 12_000;
/** How long a client may take to say goodbye when the server closes. */
const farewellMs = 1_000;

export interface WebSocketOptions extends StreamingOptions {
  makeCall: CallFactory;
  /** Counts the operations of keys; left out, none are counted. */
  keyUsage?: KeyUsageRecorder | undefined;
  pingEveryMs?: number | undefined;
}

/** One connection of a client. */
interface Connection {
  socket: WebSocket;
  request: FastifyRequest;
  /** The headers of the upgrade, with the credentials of `connection_init`. */
  headers: CallSource["headers"];
  /** What ends the call of each operation under way when the connection closes. */
  endings: Map<string, () => void>;
}

/** An operation that was admitted, on its way to being run. */
interface Admitted {
  call: CallContext;
  source: CallSource;
  opened: OpenedOperation;
}

type ConnectionContext = Context<Record<string, unknown> | undefined, Connection>;

/** Lets the server's routes take WebSockets. At its close, clients are told 1001 and those that do not go are cut off. */
export async function acceptWebSockets(server: FastifyInstance): Promise<void> {
  await server.register(fastifyWebsocket, {
    options: { maxPayload: connectionLimits.messageBytes, perMessageDeflate: false, handleProtocols },
    preClose(this: FastifyInstance, done) {
      for (const client of this.websocketServer.clients) {
        client.close(1001, "Going away");
        setTimeout(() => client.terminate(), farewellMs).unref();
      }
      this.websocketServer.close();
      done();
    },
  });
}

/**
 * Makes the handler of connections of the `graphql-transport-ws` protocol: operations of any kind, under the same limits
 * as over HTTP. Credentials come in the headers of the upgrade or in the payload of `connection_init`, and are verified
 * then, again for each operation, and while a stream lasts.
 */
export function createWebSocketDoor(
  options: WebSocketOptions,
): (socket: WebSocket, request: FastifyRequest) => void {
  const server = makeServer<Record<string, unknown> | undefined, Connection>({
    connectionInitWaitTimeout: connectionLimits.initWaitMs,
    jsonMessageReviver: refusePrototype,
    onConnect: (ctx) => connect(ctx, options),
    onSubscribe: async (ctx, id, payload) => {
      const admitted = await admit(ctx, id, payload, options);
      if (Array.isArray(admitted)) return admitted as readonly GraphQLError[];
      const { document } = (admitted as Admitted).opened;
      const { operationName = null, variables = null } = payload;
      return {
        schema: options.admission.executor.publicSchema,
        document,
        operationName,
        variableValues: variables,
        contextValue: admitted,
      };
    },
    execute: (args) => run(args.contextValue as Admitted, { ...args.variableValues }, options),
    subscribe: (args) => run(args.contextValue as Admitted, { ...args.variableValues }, options),
    onComplete: ({ extra }, id) => void extra.endings.delete(id),
  });
  return (socket, request) => {
    const connection: Connection = { socket, request, headers: request.headers, endings: new Map() };
    const stopPings = keepAlive(socket, options.pingEveryMs ?? pingEveryMs);
    const closed = server.opened(
      {
        protocol: socket.protocol,
        send: (data) => send(socket, data),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) => socket.on("message", (data) => void receive(connection, String(data), take)),
      },
      connection,
    );
    socket.once("close", (code, reason) => {
      stopPings();
      for (const end of connection.endings.values()) end();
      connection.endings.clear();
      void closed(code, String(reason));
    });
  };
}

/** Resolves when the data left this process, so that a stream gives the next result only then. */
function send(socket: WebSocket, data: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) return resolve();
    socket.send(data, () => resolve());
  });
}

async function receive(
  { socket, request }: Connection,
  data: string,
  take: (data: string) => Promise<void>,
): Promise<void> {
  // Answers that are not part of a stream pile up for a client that asks and does not read.
  if (socket.bufferedAmount > connectionLimits.bufferedBytes) return socket.terminate();
  try {
    await take(data);
  } catch (error) {
    request.log.error({ err: error }, "websocket message failed");
    socket.close(CloseCode.InternalServerError, "Internal server error");
  }
}

function keepAlive(socket: WebSocket, everyMs: number): () => void {
  let isAlive = true;
  socket.on("pong", () => void (isAlive = true));
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Verifies the connection's caller. A refused one is told by a close code: 4400, 4401, 4403, or 1013 to try again. */
async function connect(ctx: ConnectionContext, { makeCall }: WebSocketOptions): Promise<boolean> {
  const { extra } = ctx;
  try {
    extra.headers = connectionHeaders(extra.request.headers, ctx.connectionParams);
    await makeCall(sourceOf(extra, extra.headers), noEnding);
    return true;
  } catch (error) {
    const { status, error: message } = publicError(error, extra.request.id);
    if (status === 500) extra.request.log.error({ err: error }, "websocket connection failed");
    const codes: Record<number, number> = {
      401: CloseCode.Unauthorized,
      403: CloseCode.Forbidden,
      503: 1013,
    };
    const code = codes[status] ?? (status < 500 ? CloseCode.BadRequest : CloseCode.InternalServerError);
    extra.socket.close(code, message.slice(0, 120));
    return false;
  }
}

const noEnding = { raw: { on: () => undefined, writableFinished: true } };

function sourceOf({ request }: Connection, headers: CallSource["headers"]): CallSource {
  const { query, params, routeOptions, ip } = request;
  return { id: newId("req"), headers, query, params, routeOptions, ip };
}

async function admit(
  ctx: ConnectionContext,
  id: string,
  payload: SubscribePayload,
  { makeCall, admission, limits, keyUsage }: WebSocketOptions,
): Promise<Admitted | readonly GraphQLError[]> {
  const { extra } = ctx;
  const source = sourceOf(extra, operationHeaders(extra.headers, payload.extensions));
  let call: CallContext | null = null;
  try {
    if (Object.keys(ctx.subscriptions).length > connectionLimits.operations) throw tooManyOperations();
    const params = readParamsOf(payload, { acceptsIds: admission.trusted !== null });
    const raw = {
      on: (_event: "close", end: () => void) => extra.endings.set(id, end),
      writableFinished: false,
    };
    call = await makeCall(source, { raw }, { refusesApp: true });
    const opened = await openOperation(params, admission, openerOf(call, source, limits));
    keyUsage?.end(source, usedEndpoint, 200);
    return { call, source, opened };
  } catch (thrown) {
    extra.endings.delete(id);
    const error = call ? await refusalWithin(limits, call, thrown) : thrown;
    const { status } = error instanceof RequestRefusal ? error : publicError(error, source.id);
    keyUsage?.end(source, usedEndpoint, status);
    return graphQLErrorsOf(error, { requestId: source.id, log: extra.request.log });
  }
}

function tooManyOperations(): GraphQLError {
  const { operations } = connectionLimits;
  return new GraphQLError(`A connection has at most ${operations} operations under way.`, {
    extensions: { code: "RATE_LIMIT_EXCEEDED", details: { limit: operations }, http: { status: 429 } },
  });
}

async function run(
  { call, source, opened }: Admitted,
  variables: Record<string, unknown>,
  { admission, identify, limits, recheckMs }: WebSocketOptions,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const { document, operation } = opened;
  const { executor } = admission;
  const request = { document, variables, operationName: operation.name?.value, call };
  try {
    if (operation.operation !== "subscription") {
      const result = await runOrRefuse(opened, variables, () => executor.execute(request));
      limits.settle(call);
      return result;
    }
    if (opened.refusal) return opened.refusal;
    return await openStream(executor, request, { renew: () => renewCall(call, source, identify), recheckMs });
  } catch (error) {
    return { errors: graphQLErrorsOf(error, call) };
  }
}

/** Keys that would reach an object's prototype are refused wherever they stand. */
function refusePrototype(key: string, value: unknown): unknown {
  if (key === "__proto__") throw new Error("forbidden key");
  return value;
}
