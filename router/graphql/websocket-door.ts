import fastifyWebsocket from "@fastify/websocket";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { GraphQLError, type ExecutionResult } from "graphql";
import { CloseCode, handleProtocols, makeServer, type Context, type SubscribePayload } from "graphql-ws";
import type { WebSocket } from "ws";
import type { Principal } from "../../src/access/principal.ts";
import type { CallContext } from "../../src/context.ts";
import { publicError } from "../../src/errors.ts";
import { renewCall, type CallFactory, type CallSource } from "../http/call.ts";
import type { KeyUsageRecorder } from "../http/key-usage.ts";
import { runOrRefuse } from "./admit-roots.ts";
import { openOperation, type OpenedOperation } from "./admit-operation.ts";
import { operationRequestOf } from "./call-operation.ts";
import { ConnectionCounts, endWhenIdle } from "./connection-counts.ts";
import { connectionHeaders, operationHeaders } from "./connection-headers.ts";
import type { StreamingOptions } from "./event-stream-door.ts";
import { addressKey } from "../limits/address-key.ts";
import { refusalWithin } from "../limits/limits.ts";
import { openStream } from "./open-stream.ts";
import { readParamsOf } from "./read-request.ts";
import { keepAlive, send } from "./sockets.ts";
import { graphQLErrorsOf, RequestRefusal } from "./refusals.ts";
import { newId } from "../../src/ids.ts";

/** Bounds of one connection, and of how many there are. */
export const connectionLimits = {
  /** Concurrent operations; one more is refused, the others continue. */
  operations: 50,
  messageBytes: 256 * 1024,
  /** Maximum buffered bytes for a client that does not read, without streams, which apply backpressure. */
  bufferedBytes: 1024 * 1024,
  initWaitMs: 10_000,
  /** Open connections per address (the /64 network for IPv6) whose principal is anonymous or not yet known. */
  perAddress: 50,
  /** Open connections per credential's principal. */
  perPrincipal: 100,
  /** A connection without an operation for this long is closed, an anonymous one sooner. */
  idleMs: 600_000,
  anonymousIdleMs: 60_000,
};
export type ConnectionLimits = typeof connectionLimits;

/** Name of connections' operations in the usage counts of keys. */
const usedEndpoint = "WS /graphql";

/** How long a client may take to say goodbye when the server closes. */
const farewellMs = 1_000;

export interface WebSocketOptions extends StreamingOptions {
  makeCall: CallFactory;
  /** Counts the operations of keys. Default: none are counted. */
  keyUsage?: KeyUsageRecorder | undefined;
  pingEveryMs?: number | undefined;
  /** Bounds that differ from `connectionLimits`. */
  connections?: Partial<ConnectionLimits> | undefined;
}

type DoorOptions = WebSocketOptions & { bounds: ConnectionLimits; counts: ConnectionCounts };

/** One connection of a client. */
interface Connection {
  socket: WebSocket;
  request: FastifyRequest;
  /** The headers of the upgrade, with the credentials of `connection_init`. */
  headers: CallSource["headers"];
  /** Callbacks that abort each running operation when the connection closes. */
  endings: Map<string, () => void>;
  /** The connection's counting key: its address until its principal is known; null once it is closed. */
  countedAs: string | null;
  /** When the last operation started, on the clock of `performance`. */
  lastBegunAt: number;
  stopWatch: () => void;
}

/** An operation that was admitted, on its way to being run. */
interface Admitted {
  call: CallContext;
  source: CallSource;
  opened: OpenedOperation;
}

type ConnectionContext = Context<Record<string, unknown> | undefined, Connection>;

/** Lets the server's routes accept WebSockets. On close, clients get code 1001, and then are disconnected. */
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
 * Creates the connection handler of the `graphql-transport-ws` protocol: operations of any kind, under the same
 * limits as over HTTP. Credentials come in the headers of the upgrade or in the payload of `connection_init`,
 * and are verified then, again for each operation, and during a stream.
 */
export function createWebSocketDoor(
  given: WebSocketOptions,
): (socket: WebSocket, request: FastifyRequest) => void {
  const bounds = { ...connectionLimits, ...given.connections };
  const options: DoorOptions = { ...given, bounds, counts: new ConnectionCounts() };
  const server = makeServer<Record<string, unknown> | undefined, Connection>({
    connectionInitWaitTimeout: bounds.initWaitMs,
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
    const countedAs = `address ${addressKey(request.ip)}`;
    if (!options.counts.take(countedAs, bounds.perAddress)) return refuseOneMore(socket);
    const connection: Connection = {
      socket,
      request,
      headers: request.headers,
      endings: new Map(),
      countedAs,
      lastBegunAt: performance.now(),
      stopWatch: () => undefined,
    };
    const stopPings = keepAlive(socket, options.pingEveryMs);
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
      connection.stopWatch();
      if (connection.countedAs !== null) options.counts.release(connection.countedAs);
      connection.countedAs = null;
      for (const end of connection.endings.values()) end();
      connection.endings.clear();
      void closed(code, String(reason));
    });
  };
}

async function receive(
  { socket, request }: Connection,
  data: string,
  take: (data: string) => Promise<void>,
): Promise<void> {
  // Responses outside of a stream accumulate for a client that sends requests and does not read.
  if (socket.bufferedAmount > connectionLimits.bufferedBytes) return socket.terminate();
  try {
    await take(data);
  } catch (error) {
    request.log.error({ err: error }, "websocket message failed");
    socket.close(CloseCode.InternalServerError, "Internal server error");
  }
}

/** Verifies the connection's principal. Refusals are close codes: 4400, 4401, 4403, or 1013 to try again. */
async function connect(ctx: ConnectionContext, options: DoorOptions): Promise<boolean> {
  const { extra } = ctx;
  try {
    extra.headers = connectionHeaders(extra.request.headers, ctx.connectionParams);
    const { principal } = await options.makeCall(sourceOf(extra, extra.headers), noEnding);
    return settle(ctx, principal, options);
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

/** Counts the connection under its principal from now on, and watches for idleness; false when it is one too many. */
function settle(ctx: ConnectionContext, { kind, id }: Principal, { bounds, counts }: DoorOptions): boolean {
  const { extra } = ctx;
  // It may have been closed while the credential was verified.
  if (extra.countedAs === null) return false;
  if (kind !== "anonymous") {
    const key = `${kind} ${id}`;
    if (!counts.take(key, bounds.perPrincipal)) {
      refuseOneMore(extra.socket);
      return false;
    }
    counts.release(extra.countedAs);
    extra.countedAs = key;
  }
  const watched = {
    idleMs: kind === "anonymous" ? bounds.anonymousIdleMs : bounds.idleMs,
    isBusy: () => Object.keys(ctx.subscriptions).length > 0,
    lastBegun: () => extra.lastBegunAt,
  };
  extra.stopWatch = endWhenIdle(watched, () => extra.socket.close(1000, "Idle"));
  return true;
}

/** 1013: the client may try again later. */
function refuseOneMore(socket: WebSocket): void {
  socket.close(1013, "Too many connections");
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
  extra.lastBegunAt = performance.now();
  try {
    if (Object.keys(ctx.subscriptions).length > connectionLimits.operations) throw tooManyOperations();
    const params = readParamsOf(payload, { acceptsIds: admission.trusted !== null });
    const raw = {
      on: (_event: "close", end: () => void) => extra.endings.set(id, end),
      writableFinished: false,
    };
    call = await makeCall(source, { raw }, { refusesApp: true });
    const opened = await openOperation(params, admission, operationRequestOf(call, source, limits));
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
  return new GraphQLError(
    `Too many operations on this connection. Maximum ${operations}; complete one first.`,
    {
      extensions: { code: "RATE_LIMIT_EXCEEDED", details: { limit: operations }, http: { status: 429 } },
    },
  );
}

async function run(
  { call, source, opened }: Admitted,
  variables: Record<string, unknown>,
  { admission, identify, limits, recheckMs }: WebSocketOptions,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const { document, operation, plan } = opened;
  const { executor } = admission;
  const request = { document, variables, operationName: operation.name?.value, call, plan };
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

/** Keys that would reach an object's prototype are refused at any depth. */
function refusePrototype(key: string, value: unknown): unknown {
  if (key === "__proto__") throw new Error("forbidden key");
  return value;
}
