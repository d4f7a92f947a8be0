import type { FastifyInstance } from "fastify";
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import { ambiguityOf } from "../../src/http/strict-requests.ts";
import { DirectReply, DirectRequest, type ServerSteps } from "./direct-exchange.ts";
import type { DoorReply, DoorRequest } from "./door.types.ts";
import { readJson } from "./read-json.ts";
import { CommonHeaders } from "./response-head.ts";

/** Requests of one path that are answered on Node's server itself. */
export interface DirectRoute {
  /** As it is requested, without a query. */
  path: string;
  /** The pattern of the route that Fastify has for it, where that has parameters. Default: the path. */
  pattern?: string;
  /** What the path has for the pattern's parameters. */
  params?: Readonly<Record<string, string>>;
  /** The largest body. Larger ones, and those without a length, are left to Fastify. */
  maxBodyBytes: number;
  /** False for a request that is left to Fastify, such as one that needs more than one text as its answer. */
  takes(headers: IncomingHttpHeaders): boolean;
  answer(request: DoorRequest, reply: DoorReply): MaybePromise<void>;
}

const jsonTypes = new Set(["application/json; charset=utf-8", "application/json;charset=utf-8"]);

/**
 * Answers plain POST requests of these paths without Fastify, which takes a fifth of the processor time of a short answer
 * (decision 0072). Plain means: JSON of a known length, no origin, nothing about the request that a hook might refuse. All
 * others, and all requests while the server closes, take Fastify's route to the same handler. Responses are the same.
 */
export function answerDirectly(
  server: FastifyInstance,
  routes: readonly DirectRoute[],
  steps: ServerSteps,
): void {
  let isClosing = false;
  server.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  server.addHook("onReady", (done) => {
    const { server: node } = server;
    const [others] = node.listeners("request") as RequestListener[];
    if (!others) return done(new Error("The server has no listener of requests yet."));
    const common = new CommonHeaders(steps.headers, node);
    const places = new Map(
      routes.map((route) => [route.path, { route, serve: createServing(route, steps, common) }]),
    );
    node.removeAllListeners("request").on("request", (request: IncomingMessage, response: ServerResponse) => {
      const place = isClosing || request.method !== "POST" ? undefined : places.get(request.url ?? "");
      if (place && isPlain(request, place.route)) place.serve(request, response);
      else others.call(node, request, response);
    });
    done();
  });
}

function isPlain(request: IncomingMessage, { maxBodyBytes, takes }: DirectRoute): boolean {
  const { headers } = request;
  const length = headers["content-length"];
  return (
    length !== undefined &&
    isLengthWithin(length, maxBodyBytes) &&
    isJson(headers["content-type"]) &&
    headers.origin === undefined &&
    headers["transfer-encoding"] === undefined &&
    takes(headers) &&
    ambiguityOf(request) === null
  );
}

function isJson(type = ""): boolean {
  return type === "application/json" || jsonTypes.has(type);
}

/** An empty body is no JSON. */
function isLengthWithin(text: string, max: number): boolean {
  const length = Number(text);
  return length > 0 && length <= max && String(length) === text;
}

function createServing(
  { path, pattern = path, params, answer }: DirectRoute,
  steps: ServerSteps,
  common: CommonHeaders,
): (raw: IncomingMessage, response: ServerResponse) => void {
  const place = { routeOptions: { url: pattern }, params };
  return (raw, response) => {
    if (steps.isDraining()) response.shouldKeepAlive = false;
    const request = new DirectRequest(raw, place, steps);
    const reply = new DirectReply(response, request, common, steps);
    if (steps.sent) reportSent(request, reply, steps.sent);
    readBody(raw, (bytes) => {
      try {
        request.body = readJson(bytes);
      } catch (error) {
        // As Fastify does after a body that it cannot read.
        reply.header("connection", "close");
        return reply.fail(error);
      }
      try {
        const pending = answer(request, reply);
        if (pending) pending.catch((error: unknown) => reply.fail(error));
      } catch (error) {
        reply.fail(error);
      }
    });
  };
}

function reportSent(
  request: DirectRequest,
  reply: DirectReply,
  sent: NonNullable<ServerSteps["sent"]>,
): void {
  const startedAt = performance.now();
  reply.raw.on("finish", () =>
    sent({ request, status: reply.status, durationMs: performance.now() - startedAt }),
  );
}

/** Node's own requests have methods that discard what a handler has not read, and that mark all of it as read. */
interface NodeRequest extends IncomingMessage {
  _dump?(): void;
  _dumpAndCloseReadable?(): void;
}

const doNothing = (): void => undefined;
const takeNothing = (): boolean => false;

/**
 * Calls back with the whole body. A client that goes away before its end is not called back for. The parser's chunks are
 * taken where it pushes them: a stream would hand them on in later ticks, and end, for a fifteenth of a short answer.
 */
function readBody(raw: NodeRequest, done: (bytes: Buffer) => void): void {
  let first: Buffer | null = null;
  let more: Buffer[] | null = null;
  // A function that is written as the value of a property is made in the old generation, and the collector of young objects
  // would keep all that it refers to, the whole request: so it has a name first.
  const push = (chunk: Buffer | null): boolean => {
    if (chunk !== null) {
      if (first === null) first = chunk;
      else (more ??= []).push(chunk);
      return true;
    }
    // Otherwise requests of a kept connection would hold what they were answered with.
    raw.push = takeNothing;
    // Nothing is left in the stream that could be discarded, or whose end could be waited for.
    if (raw._dumpAndCloseReadable) raw._dumpAndCloseReadable();
    else raw._dump = doNothing;
    done(more === null ? (first ?? Buffer.alloc(0)) : Buffer.concat([first!, ...more]));
    return false;
  };
  raw.push = push;
}
